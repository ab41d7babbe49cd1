import { id, string, stringOrNull, table, timestamp, timestampOrNull } from "#app/database/columns.server.ts";

/** A broker's address that an owner gives people: `/go/{code}` leads there. */
export class BrokerLink extends table("brokerLinks", {
  id: id(),
  workspaceId: string(),
  platformId: string(),
  /** What its address has in place of the id. Unique. */
  code: string(),
  name: string(),
  url: string(),
  /** Of the url, as administrators allow and stop it. */
  host: string(),
  /** What the broker's system calls our click id. */
  parameter: string(),
  /** How `countries`, a JSON list, is meant; null for all countries. */
  countryRule: stringOrNull<"only" | "except">(),
  countries: stringOrNull(),
  /** What visitors read where it does not lead on. */
  reason: stringOrNull(),
  createdAt: timestamp(),
  archivedAt: timestampOrNull(),
}) {}
