import { primaryKey, string, table, timestamp } from "#app/database/columns.server.ts";
import type { LinkHostState } from "#app/lib/affiliate-systems.ts";

/** Whether broker links may lead to a host, for the whole installation. One without a row was never decided. */
export class LinkHost extends table("linkHosts", {
  host: primaryKey(string()),
  state: string<LinkHostState>(),
  updatedAt: timestamp(),
}) {}
