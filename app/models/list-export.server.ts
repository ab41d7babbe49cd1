import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import {
  id,
  integer,
  leaseColumns,
  string,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { ExportFormat } from "#app/lib/export-types.ts";

/** A large export of the list of submissions, written in the background; its file is in `ListExportPart`s. */
export class ListExport extends Model<InferAttributes<ListExport>, InferCreationAttributes<ListExport>> {
  declare id: CreationOptional<string>;
  declare workspaceId: string;
  declare userId: string;
  declare format: ExportFormat;
  /** The list's filters and order, as JSON. */
  declare query: string;
  declare total: number;
  declare writtenCount: number;
  declare state: "queued" | "done" | "failed";
  declare dueAt: Date | null;
  declare leaseToken: CreationOptional<string | null>;
  declare attemptCount: number;
  declare createdAt: Date;
  declare finishedAt: CreationOptional<Date | null>;
}

ListExport.init(
  {
    id: id(),
    workspaceId: string(),
    userId: string(),
    format: string(),
    query: string(),
    total: integer(),
    writtenCount: integer(),
    ...leaseColumns(),
    createdAt: timestamp(),
    finishedAt: timestampOrNull(),
  },
  { sequelize, tableName: "listExports" },
);
