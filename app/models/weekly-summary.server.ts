import { primaryKey, string, table, timestamp } from "#app/database/columns.server.ts";

/** A week of which a workspace got its summary, by its Monday. Its key lets one process send it. */
export class WeeklySummary extends table("weeklySummaries", {
  workspaceId: primaryKey(string()),
  week: primaryKey(string()),
  createdAt: timestamp(),
}) {}
