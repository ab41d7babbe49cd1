import { boolean, integer, primaryKey, string, table } from "#app/database/columns.server.ts";

/** What a contract gives for a month, as far as it is known. */
export class WorthMonth extends table("worthMonths", {
  platformId: primaryKey(string()),
  month: primaryKey(string()),
  contractId: primaryKey(string()),
  workspaceId: string(),
  expected: string(),
  currency: string(),
  clientCount: integer(),
  /** Clients of whom the month has no figures that it needs. */
  lackingCount: integer(),
  unconverted: integer(),
  isFinal: boolean(),
}) {}
