import { primaryKey, string, table, timestamp } from "#app/database/columns.server.ts";

/** Something that happened, written in the transaction of the change. `payload` is JSON. */
export class DomainEvent extends table("domainEvents", {
  id: primaryKey(string()),
  workspaceId: string(),
  type: string(),
  subjectId: string(),
  payload: string(),
  createdAt: timestamp(),
}) {}
