import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import {
  id,
  integer,
  leaseColumns,
  string,
  stringOrNull,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/**
 * One change of many submissions, in the background or at once: deciding, undoing a decision, or erasing a
 * person. Each submission is a `BulkJobItem`.
 */
export class BulkJob extends Model<InferAttributes<BulkJob>, InferCreationAttributes<BulkJob>> {
  declare id: CreationOptional<string>;
  declare workspaceId: string;
  declare userId: string | null;
  declare kind: "decide" | "undo" | "erase";
  /** The status with its reason and note, as JSON. Of an undo: the status that it takes back. */
  declare decision: string;
  declare total: number;
  declare state: "queued" | "done";
  declare dueAt: Date | null;
  declare leaseToken: CreationOptional<string | null>;
  declare attemptCount: number;
  declare createdAt: Date;
  declare finishedAt: CreationOptional<Date | null>;
  /** When the decision was taken back. */
  declare undoneAt: CreationOptional<Date | null>;
  /** When its report was closed. */
  declare dismissedAt: CreationOptional<Date | null>;
}

BulkJob.init(
  {
    id: id(),
    workspaceId: string(),
    userId: stringOrNull(),
    kind: string(),
    decision: string(),
    total: integer(),
    ...leaseColumns(),
    createdAt: timestamp(),
    finishedAt: timestampOrNull(),
    undoneAt: timestampOrNull(),
    dismissedAt: timestampOrNull(),
  },
  { sequelize, tableName: "bulkJobs" },
);
