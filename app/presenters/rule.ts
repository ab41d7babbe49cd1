import type { EvidenceSource } from "#app/lib/evidence.ts";
import { formatAmount } from "#app/lib/money.ts";
import type { RulePause } from "#app/lib/verification-rules.ts";
import { RULE_HOLD_MAX, RULE_PER_DAY } from "#app/lib/verification-rules.ts";
import type { VerificationRule } from "#app/models/index.server.ts";
import type { RuleResponse } from "#app/schemas/rules.ts";

type State = {
  rule: VerificationRule | null;
  pausedBecause: RulePause | null;
  decidedToday: number;
  decided: number;
  doubted: number;
};

/** A rule for pages and /api; before it is saved, what it begins with. */
export function presentRule({ rule, pausedBecause, decidedToday, decided, doubted }: State): RuleResponse {
  const counts = { pausedBecause, decidedToday, decided, doubted };
  if (!rule)
    return {
      isOn: false,
      sources: ["postback", "api"],
      needed: 1,
      amountMax: null,
      perDay: RULE_PER_DAY,
      holdSeconds: RULE_HOLD_MAX,
      ...counts,
    };
  const { isOn, sources, needed, amountMax, amountMaxCurrency: currency, perDay, holdSeconds } = rule;
  return {
    isOn,
    sources: sources.split(" ") as EvidenceSource[],
    needed,
    amountMax:
      amountMax !== null && currency !== null
        ? { amount: formatAmount(amountMax, currency), currency }
        : null,
    perDay,
    holdSeconds,
    ...counts,
  };
}
