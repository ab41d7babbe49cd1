import { id, string, stringOrNull, table, timestamp, timestampOrNull } from "#app/database/columns.server.ts";
import type { PlanId } from "#app/lib/plans.ts";

/** A plan that an administrator granted by hand, with what was paid for it. */
export class SubscriptionGrant extends table("subscriptionGrants", {
  id: id(),
  workspaceId: stringOrNull(),
  plan: string<PlanId>(),
  amount: string(),
  currency: string(),
  createdAt: timestamp(),
  endsAt: timestampOrNull(),
  endedAt: timestampOrNull(),
  /** The workspace while the grant holds: one has one at most. */
  openIn: stringOrNull(),
}) {}
