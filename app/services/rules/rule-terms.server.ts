import type { EvidenceSource } from "#app/lib/evidence.ts";
import type { VerificationRule } from "#app/models/index.server.ts";
import type { RuleTerms } from "./judge-claim.ts";

/** What of a rule says which claims it lets through. */
export const readTerms = ({
  sources,
  needed,
  amountMax,
  amountMaxCurrency,
}: VerificationRule): RuleTerms => ({
  sources: sources.split(" ").filter(Boolean) as EvidenceSource[],
  needed,
  amountMax:
    amountMax !== null && amountMaxCurrency !== null
      ? { amount: amountMax, currency: amountMaxCurrency }
      : null,
});
