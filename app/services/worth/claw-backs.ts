import type { ContractPart } from "#app/lib/contracts.ts";
import { plusDays } from "#app/lib/periods.ts";
import { Sum, toRounded, type WorthEntry } from "./worth.ts";

/** Whether a charge-back comes early enough to take back what was earned on a day. */
export const takesBack = ({ clawBackDays }: ContractPart, earnedOn: string, chargedBackOn: string): boolean =>
  clawBackDays === null || chargedBackOn <= plusDays(earnedOn, clawBackDays);

export const toClawBack = (entry: WorthEntry, day: string): WorthEntry => ({
  ...entry,
  day,
  month: day.slice(0, 7),
  amount: toRounded(new Sum(entry.amount).neg(), entry.currency),
  reason: "charged_back",
});
