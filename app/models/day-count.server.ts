import { primaryKey, string, table } from "#app/database/columns.server.ts";

/**
 * One measure of the claims or spend of a day by one property. Tens of days and months have rows of their own,
 * which add up those of their days.
 */
export class DayCount extends table("counts", {
  workspaceId: primaryKey(string()),
  /** Of claims, whether a day is the claim's, or that of its ad click where it is known. */
  basis: primaryKey(string<"claim" | "click" | "spend">()),
  kind: primaryKey(string()),
  /** `2026-11-27`, `2026-11-2` or `2026-11` */
  period: primaryKey(string()),
  /** A value of the kind: a source, a country, the id of a form or of a `ClaimOrigin`. */
  value: primaryKey(string()),
  /** The day of the claims, which by their ad click is another one; of spend its own; empty for tens and months. */
  claimDay: primaryKey(string()),
  measure: primaryKey(string()),
  /** The states of claims that are counted; empty for all other measures. */
  status: primaryKey(string()),
  eventStatus: primaryKey(string()),
  eventState: primaryKey(string()),
  truthState: primaryKey(string()),
  /** With four digits, counts too; money in the workspace's currency. */
  amount: string(),
}) {}
