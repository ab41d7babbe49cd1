import { id, integerOrNull, string, stringOrNull, table } from "#app/database/columns.server.ts";

/** What a broker says of a deposit that names a click of ours. */
export class ClickDeposit extends table("clickDeposits", {
  id: id(),
  workspaceId: string(),
  clickId: string(),
  statementId: stringOrNull(),
  line: integerOrNull(),
}) {}
