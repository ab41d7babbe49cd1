import {
  boolean,
  id,
  integerOrNull,
  string,
  stringOrNull,
  table,
  timestamp,
} from "#app/database/columns.server.ts";
import type { LeftOut } from "#app/lib/spend-files.ts";

/**
 * What a file or an account says of the spend of a day or a period, whether it counts or not: what counts is worked
 * out of all of them and is in `SpendRow`. Unique is (workspaceId, reportKey).
 */
export class SpendReport extends table("spendReports", {
  id: id(),
  workspaceId: string(),
  origin: string<"file" | "account">(),
  importId: stringOrNull(),
  /** The spend account's id. */
  accountRef: stringOrNull(),
  /** A hash of what may be there once: the file or account, the days and the ad. */
  reportKey: string(),
  /** When its file was uploaded last, or its account was read. */
  reportedAt: timestamp(),
  day: string(),
  /** The last day; the same for a single one. */
  toDay: string(),
  adPlatform: string(),
  accountId: string(),
  /** Ids of `AdObject`s. */
  campaignRef: stringOrNull(),
  adSetRef: stringOrNull(),
  adRef: stringOrNull(),
  /** Whether the file has lost the id of an ad that it does not name. */
  hasUnknownAd: boolean(),
  /** Whether its owner said that the file has all campaigns of its days. */
  isComplete: boolean(),
  currency: string(),
  amount: string(),
  impressions: integerOrNull(),
  clicks: integerOrNull(),
  conversions: stringOrNull(),
  /** Why it does not count, or not as a whole, and what of its amount does not. */
  leftReason: stringOrNull<LeftOut["reason"]>(),
  leftAmount: stringOrNull(),
}) {}
