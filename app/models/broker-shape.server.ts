import { primaryKey, string, table, timestamp } from "#app/database/columns.server.ts";

/** An answer in a shape that is not known, of which administrators were told: names and types, no values. */
export class BrokerShape extends table("brokerShapes", {
  id: primaryKey(string()),
  kind: string(),
  call: string(),
  shape: string(),
  createdAt: timestamp(),
}) {}
