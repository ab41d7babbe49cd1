import { CLICK_IDS } from "#app/lib/ad-platforms.ts";
import type { Submission } from "#app/models/index.server.ts";
import type { ClaimFacts } from "../matching/types.ts";

const CLICK_COLUMNS = Object.keys(CLICK_IDS) as (keyof typeof CLICK_IDS)[];
export const CLAIM_COLUMNS = [
  ...(["id", "createdAt", "status", "action", "email", "phone", "reference", "amount", "currency"] as const),
  ...(["country", "source", "campaign", "utmContent", "utmTerm", "emailKey"] as const),
  ...CLICK_COLUMNS,
] as const;

/** A claim as matching knows it. */
export function toClaimFacts(
  claim: Pick<Submission, (typeof CLAIM_COLUMNS)[number]>,
  knownAccounts: string[] = [],
): ClaimFacts {
  const { id, status, action, email, phone, amount, currency, country, source, campaign } = claim;
  return {
    ...{ id, status, action, email, phone, amount, currency, country, source, campaign },
    confirmedAt: claim.createdAt,
    account: claim.reference,
    knownAccounts,
    clickIds: CLICK_COLUMNS.flatMap((name) => claim[name] ?? []),
    subIds: [claim.utmContent, claim.utmTerm].flatMap((text) => text ?? []),
  };
}
