import {
  boolean,
  primaryKey,
  string,
  stringOrNull,
  table,
  timestamp,
  withDefault,
} from "#app/database/columns.server.ts";

/**
 * The verified amount of a submission and what it earned, with the tier and rate of that time: later edits
 * of tiers do not change it. The tier is null if none applied; `earned` also if there was no rate to the
 * tiers' currency and the tier was not certain. Amounts are decimal text.
 */
export class Commission extends table("commissions", {
  submissionId: primaryKey(string()),
  workspaceId: string(),
  platformId: string(),
  /** The owner's month in which the visitor confirmed, as the owner's zone was then: `2026-11`. */
  month: string(),
  /** What was verified, in its own currency. */
  amount: string(),
  currency: string(),
  tierName: stringOrNull(),
  tierType: stringOrNull<"percentage" | "fixed">(),
  tierValue: stringOrNull(),
  tierCurrency: stringOrNull(),
  /** The month's total that chose the tier, this amount included, in the tiers' currency. */
  monthTotal: stringOrNull(),
  /** How much of the tiers' currency one unit of the amount's was. */
  rate: stringOrNull(),
  /** The bank's day; null where both currencies are one, or where the bank's rates are not used. */
  rateDay: stringOrNull(),
  /** Whether the rate is the owner's, or follows from one. */
  usesOwnRate: withDefault(boolean(), false),
  /** In the tiers' currency. */
  earned: stringOrNull(),
  createdAt: timestamp(),
}) {}
