import { bytes, integer, primaryKey, string, table } from "#app/database/columns.server.ts";

/** At most a megabyte of an import's file. */
export class ImportPart extends table("importParts", {
  importId: primaryKey(string()),
  number: primaryKey(integer()),
  content: bytes(),
}) {}
