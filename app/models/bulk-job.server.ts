import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import {
  id,
  integer,
  string,
  stringOrNull,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** A decision of many submissions in the background; its rows of work are `BulkJobItem`s. */
export class BulkJob extends Model<InferAttributes<BulkJob>, InferCreationAttributes<BulkJob>> {
  declare id: CreationOptional<string>;
  declare workspaceId: string;
  declare userId: string | null;
  /** The status with its reason and note, as JSON. */
  declare decision: string;
  declare total: number;
  declare state: "queued" | "done";
  declare dueAt: Date | null;
  declare leaseToken: CreationOptional<string | null>;
  declare attemptCount: number;
  declare createdAt: Date;
  declare finishedAt: CreationOptional<Date | null>;
}

BulkJob.init(
  {
    id: id(),
    workspaceId: string(),
    userId: stringOrNull(),
    decision: string(),
    total: integer(),
    state: string(),
    dueAt: timestampOrNull(),
    leaseToken: stringOrNull(),
    attemptCount: integer(),
    createdAt: timestamp(),
    finishedAt: timestampOrNull(),
  },
  { sequelize, tableName: "bulkJobs" },
);
