import { integer, primaryKey, string, table, withDefault } from "#app/database/columns.server.ts";

/** The claims of a day or month by one property, with their money in the workspace's currency. */
export class ClaimMoney extends table("claimMoney", {
  workspaceId: primaryKey(string()),
  /** Whether a day is the claim's, or that of its ad click where it is known. */
  basis: primaryKey(string<"claim" | "click">()),
  kind: primaryKey(string<"origin" | "country" | "form" | "platform">()),
  /** `2026-11-27` or `2026-11` */
  period: primaryKey(string()),
  /** An id of `ClaimOrigin`, a country, an id of a form or broker. */
  value: primaryKey(string()),
  /** The day of the claims, which by their ad click is another one; empty for a month. */
  claimDay: primaryKey(string()),
  claims: integer(),
  decided: integer(),
  verified: integer(),
  confirmed: integer(),
  waiting: integer(),
  /** Claims whose event all ad platforms accepted that it was for, and those that each of them accepted. */
  accepted: integer(),
  acceptedByMeta: withDefault(integer(), 0),
  acceptedByTiktok: withDefault(integer(), 0),
  acceptedBySnapchat: withDefault(integer(), 0),
  acceptedByGoogle: withDefault(integer(), 0),
  /** Claims with an amount or a commission that has no exchange rate: it is in no sum. */
  unconverted: integer(),
  /** Claims whose amount or commission is not in the sums, because it is not known. */
  unknownValue: withDefault(integer(), 0),
  unknownWaitingValue: withDefault(integer(), 0),
  unknownCommission: withDefault(integer(), 0),
  /** Of verified claims. */
  amount: string(),
  waitingAmount: string(),
  commission: string(),
}) {}
