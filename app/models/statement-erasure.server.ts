import { id, leaseColumns, string, table, timestamp } from "#app/database/columns.server.ts";

/** An erased person whom a job removes from the workspace's statements. It is deleted with the work. */
export class StatementErasure extends table("statementErasures", {
  id: id(),
  workspaceId: string(),
  /** What the person is found by in rows, sealed. */
  person: string(),
  ...leaseColumns<"queued">(),
  createdAt: timestamp(),
}) {}
