import { id, leaseColumns, string, table, timestampOrNull } from "#app/database/columns.server.ts";

/** That the worth of a broker's clients is worked out again. Unique is the platform. */
export class BrokerWorth extends table("brokerWorths", {
  id: id(),
  workspaceId: string(),
  platformId: string(),
  calculatedAt: timestampOrNull(),
  ...leaseColumns<"idle" | "queued">(),
}) {}
