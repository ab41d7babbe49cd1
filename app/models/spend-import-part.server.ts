import { bytes, integer, primaryKey, string, table } from "#app/database/columns.server.ts";

/** At most a megabyte of a spend file. */
export class SpendImportPart extends table("spendImportParts", {
  importId: primaryKey(string()),
  number: primaryKey(integer()),
  content: bytes(),
}) {}
