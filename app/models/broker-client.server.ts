import {
  integer,
  primaryKey,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";

/** What an API last said of a client, so that only what changes becomes rows. */
export class BrokerClient extends table("brokerClients", {
  /** A keyed hash of the connection and the broker's id of the client. */
  id: primaryKey(string()),
  workspaceId: string(),
  connectionId: string(),
  /** By what it is of, as JSON: keyed hashes and totals. */
  said: string(),
  changeCount: integer(),
  registeredAt: timestampOrNull(),
  /** The newest row of the client. */
  rowId: stringOrNull(),
  /** When the broker first said that the client is the partner's no more; null while it does not. */
  leftAt: timestampOrNull(),
  /** When the client was erased: lists leave them out from then on. */
  erasedAt: timestampOrNull(),
  seenAt: timestamp(),
}) {}
