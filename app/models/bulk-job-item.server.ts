import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
} from "sequelize";
import { integer, string, stringOrNull } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { Submission } from "./submission.server.ts";

/** One submission of a bulk job. Its outcome is written with its decision, so none is decided twice. */
export class BulkJobItem extends Model<InferAttributes<BulkJobItem>, InferCreationAttributes<BulkJobItem>> {
  declare jobId: string;
  declare submissionId: string;
  declare workspaceId: string;
  declare outcome: "waiting" | "changed" | "unchanged" | "failed";
  /** Why it failed, in words. */
  declare error: CreationOptional<string | null>;
  /** How often it failed for an unknown reason. */
  declare attemptCount: CreationOptional<number>;
  declare submission?: NonAttribute<Submission>;
}

BulkJobItem.init(
  {
    jobId: { ...string(), primaryKey: true },
    submissionId: { ...string(), primaryKey: true },
    workspaceId: string(),
    outcome: string(),
    error: stringOrNull(),
    attemptCount: { ...integer(), defaultValue: 0 },
  },
  { sequelize, tableName: "bulkJobItems" },
);
