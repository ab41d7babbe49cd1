import { boolean, id, integerOrNull, string, stringOrNull, table } from "#app/database/columns.server.ts";

/**
 * What counts as spent on a day, on an ad where that is known: worked out of `SpendReport`s, or an amount by hand.
 * Unique is (workspaceId, rowKey).
 */
export class SpendRow extends table("spendRows", {
  id: id(),
  workspaceId: string(),
  origin: string<"file" | "account" | "manual">(),
  /** The file or the amount by hand. */
  importId: stringOrNull(),
  /** The spend account's id. */
  accountRef: stringOrNull(),
  /** A hash of what may be there once: platform, account, day and ad, or the amount by hand and the day. */
  rowKey: string(),
  day: string(),
  /** Empty for an amount by hand. */
  adPlatform: string(),
  accountId: string(),
  /** Ids of `AdObject`s. */
  campaignRef: stringOrNull(),
  adSetRef: stringOrNull(),
  adRef: stringOrNull(),
  /** Of an amount by hand. */
  source: stringOrNull(),
  currency: string(),
  amount: string(),
  impressions: integerOrNull(),
  clicks: integerOrNull(),
  /** What the ad platform counts itself; TikTok and Google have fractions. */
  conversions: stringOrNull(),
  isSpread: boolean(),
  /** Not true of rows that were written before there were reports. */
  isWorkedOut: boolean(),
}) {}
