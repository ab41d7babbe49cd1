import { CLICK_IDS } from "#app/lib/ad-platforms.ts";
import type { Submission } from "#app/models/index.server.ts";
import { findClicksOfVisits } from "#app/services/broker-links/find-clicks.server.ts";
import { findKnownAccounts } from "#app/services/known-accounts/find-accounts.server.ts";
import type { VotingClaim } from "../columns/claim-votes.ts";
import type { ClaimFacts } from "../matching/types.ts";

const CLICK_COLUMNS = Object.keys(CLICK_IDS) as (keyof typeof CLICK_IDS)[];
export const CLAIM_COLUMNS = [
  "id",
  "createdAt",
  "status",
  "action",
  "email",
  "phone",
  "reference",
  "amount",
  "currency",
  "cameInRush",
  "country",
  "source",
  "campaign",
  "utmContent",
  "utmTerm",
  "emailKey",
  "visitId",
  ...CLICK_COLUMNS,
] as const;

type ClaimRow = Pick<Submission, (typeof CLAIM_COLUMNS)[number]>;

/** Claims at one broker as matching knows them, with what statements have taught of their people. */
export async function toClaimFacts(
  broker: { workspaceId: string; platformId: string },
  claims: readonly ClaimRow[],
): Promise<ClaimFacts[]> {
  const [known, clicks] = await Promise.all([
    findKnownAccounts(broker, claims),
    findClicksOfVisits(broker.workspaceId, claims),
  ]);
  return claims.map((claim) => ({
    ...describeClaim(claim, known.get(claim.id)?.map(({ account }) => account) ?? []),
    linkClickIds: clicks.get(claim.visitId ?? "") ?? [],
  }));
}

/** What tells the columns of a file, without what statements have taught. */
export function toVotingClaim(claim: ClaimRow): VotingClaim {
  const { account, amount, confirmedAt, email, clickIds } = describeClaim(claim, []);
  return { account, amount, confirmedAt, email, clickIds };
}

const isGiven = (text: string | null) => text !== null;

/** A claim as matching knows it. */
export function describeClaim(claim: ClaimRow, knownAccounts: string[]): ClaimFacts {
  const { id, status, action, email, phone, amount, currency, country, source, campaign } = claim;
  return {
    id,
    status,
    action,
    email,
    phone,
    amount,
    currency,
    country,
    source,
    campaign,
    cameInRush: claim.cameInRush,
    confirmedAt: claim.createdAt,
    account: claim.reference,
    knownAccounts,
    clickIds: CLICK_COLUMNS.map((name) => claim[name]).filter(isGiven),
    linkClickIds: [],
    subIds: [claim.utmContent, claim.utmTerm].filter(isGiven),
  };
}
