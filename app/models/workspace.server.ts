import {
  boolean,
  id,
  lockVersion,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
  withDefault,
} from "#app/database/columns.server.ts";

/** The owner of the product's data. Each account has one; others may be members of it. */
export class Workspace extends table("workspaces", {
  id: id(),
  name: string(),
  timeZone: string(),
  currency: string(),
  /** ISO 3166: whose dates and numbers the dashboard shows; null for the time zone's country. */
  region: stringOrNull(),
  subscriptionStatus: string(),
  subscriptionPlan: string(),
  subscriptionEndsAt: timestampOrNull(),
  /** When the time zone changed, while its totals are still counted in the previous one. */
  zoneChangedAt: timestampOrNull(),
  /** When the currency or the rates changed, until the job has converted the claims' amounts again. */
  amountsChangedAt: timestampOrNull(),
  /** When an own rate changed, until the job has calculated the commissions again. */
  ratesChangedAt: timestampOrNull(),
  /** When robots, previews and prefetches stopped being counted as views; null where they never were. */
  viewsOfPeopleSince: timestampOrNull(),
  /** Whether made-up claims are shown while there are none. */
  showsSamples: withDefault(boolean(), false),
  /** When its deletion was requested: a job erases its data. */
  deleteRequestedAt: timestampOrNull(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  version: lockVersion(),
}) {}
