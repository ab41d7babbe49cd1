import {
  id,
  integer,
  leaseColumns,
  string,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import type { ExportFormat } from "#app/lib/export-types.ts";

/** A large export of the list of submissions, written in the background; its file is in `ListExportPart`s. */
export class ListExport extends table("listExports", {
  id: id(),
  workspaceId: string(),
  userId: string(),
  format: string<ExportFormat>(),
  /** The list's filters and order, as JSON. */
  query: string(),
  total: integer(),
  writtenCount: integer(),
  ...leaseColumns<"queued" | "done" | "failed">(),
  createdAt: timestamp(),
  finishedAt: timestampOrNull(),
}) {}
