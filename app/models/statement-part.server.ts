import { bytes, integer, primaryKey, string, table } from "#app/database/columns.server.ts";

/** At most a megabyte of a statement's file. */
export class StatementPart extends table("statementParts", {
  statementId: primaryKey(string()),
  number: primaryKey(integer()),
  content: bytes(),
}) {}
