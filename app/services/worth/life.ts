import type Decimal from "decimal.js-light";
import type { ClientWorth, WorthFact } from "./worth.ts";
import { ZERO } from "./worth.ts";

type Life = Pick<ClientWorth, "depositCount" | "lots" | "lastActiveAt" | "leftAt">;

/** What a client has done, and whether it left. */
export function describeLife(facts: readonly WorthFact[]): Life {
  let depositCount = 0;
  let lots: Decimal = ZERO;
  let lastActive: WorthFact | null = null;
  let left: WorthFact | null = null;
  for (const fact of facts) {
    if (fact.kind === "deposit") depositCount += 1;
    if (fact.lots !== null) lots = lots.plus(fact.lots);
    if (isActivity(fact) && (lastActive === null || fact.at.to > lastActive.at.to)) lastActive = fact;
    if (fact.kind === "left" && (left === null || fact.at.to > left.at.to)) left = fact;
  }
  const isBack = left !== null && lastActive !== null && lastActive.at.from > left.at.to;
  return {
    depositCount,
    lots: lots.toFixed(),
    lastActiveAt: lastActive?.at.to ?? null,
    leftAt: isBack ? null : (left?.at.to ?? null),
  };
}

/** A broker also lists clients that did nothing. */
const isActivity = ({ kind, lots, trades, turnover, revenue }: WorthFact): boolean =>
  kind === "deposit" ||
  (kind === "trading" && (isSome(lots) || isSome(trades) || isSome(turnover) || isSome(revenue)));

const isSome = (figure: string | number | null): boolean => Number(figure) !== 0;
