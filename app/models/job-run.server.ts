import { type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { integer, string, stringOrNull, timestamp, timestampOrNull } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** The last run of a job, of all processes. */
export class JobRun extends Model<InferAttributes<JobRun>, InferCreationAttributes<JobRun>> {
  declare name: string;
  declare startedAt: Date;
  declare durationMs: number;
  /** The name of its error; null if it went well. */
  declare error: string | null;
  declare lastSuccessAt: Date | null;
}

JobRun.init(
  {
    name: { ...string(), primaryKey: true },
    startedAt: timestamp(),
    durationMs: integer(),
    error: stringOrNull(),
    lastSuccessAt: timestampOrNull(),
  },
  { sequelize, tableName: "jobRuns" },
);
