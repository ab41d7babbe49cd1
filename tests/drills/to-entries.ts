import type { Claim, Entry, Fact } from "../../drills/back-office/types.ts";

/**
 * What a broker may have booked to tell this. Claims have the time of deposits; sums and words stand at the
 * end.
 */
export const toEntries = (facts: readonly Fact[], claims: readonly Claim[]): Entry[] =>
  facts
    .flatMap(({ id, kind, at, amount, currency, lots, trades, turnover, revenue }): Entry[] => {
      const moment = (claims.find(({ factId }) => factId === id)?.confirmedAt ?? at.from).getTime();
      const money = { at: moment, amount: amount ?? "0", currency: currency ?? "EUR" };
      if (kind === "deposit" || kind === "withdrawal") return [{ ...money, kind }];
      if (kind === "reversal") return [{ ...money, kind: "chargeBack" }];
      if (kind === "qualification") return [{ at: at.to.getTime(), kind: "approval" }];
      if (kind === "left") return [{ at: moment, kind }];
      const trade = {
        ...money,
        at: at.to.getTime(),
        kind: "trade" as const,
        lots: "0",
        turnover: "0",
        revenue: "0",
      };
      if (!trades) return [];
      const others = Array.from({ length: trades - 1 }, () => trade);
      return [...others, { ...trade, lots: lots ?? "0", turnover: turnover ?? "0", revenue: revenue ?? "0" }];
    })
    .sort((one, other) => one.at - other.at);
