import { bytes, integer, primaryKey, string, table } from "#app/database/columns.server.ts";

/** About a megabyte of an export's file. */
export class ListExportPart extends table("listExportParts", {
  exportId: primaryKey(string()),
  number: primaryKey(integer()),
  content: bytes(),
}) {}
