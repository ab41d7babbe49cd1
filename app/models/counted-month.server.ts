import { primaryKey, string, table, timestampOrNull } from "#app/database/columns.server.ts";

/** A month of a workspace's claims that has its own counts, besides those of its days. */
export class CountedMonth extends table("countedMonths", {
  workspaceId: primaryKey(string()),
  /** `2026-10` */
  month: primaryKey(string()),
  /** When it is to be counted; null while its counts are what its days add up to. */
  dueAt: timestampOrNull(),
}) {}
