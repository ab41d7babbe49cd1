import { boolean, primaryKey, string, table, timestamp, withDefault } from "#app/database/columns.server.ts";

/** Something that happened, written in the transaction of the change. `payload` is JSON. */
export class DomainEvent extends table("domainEvents", {
  id: primaryKey(string()),
  workspaceId: string(),
  type: string(),
  subjectId: string(),
  payload: string(),
  /** Whether its consumers have had their marks. Servers of the version before leave it false. */
  isMarked: withDefault(boolean(), true),
  createdAt: timestamp(),
}) {}
