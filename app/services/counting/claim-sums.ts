import type { CLAIM_SUMS, States } from "#app/database/queries/counts.server.ts";
import {
  EVIDENCE_MEASURES,
  type EvidenceMeasure,
  NO_EVIDENCE,
  TRUTH_FILTERS,
  truthStates,
} from "#app/lib/truth.ts";

/** How many claims a value or day has, and how many of them are in each state that figures tell apart. */
export type ClaimSum = { key: string } & Record<(typeof CLAIM_SUMS)[number], number>;

export const noClaims = (key: string): ClaimSum => ({
  key,
  submissions: 0,
  handled: 0,
  sent: 0,
  decided: 0,
  verified: 0,
  confirmed: 0,
  waiting: 0,
  ...NO_EVIDENCE,
});

const isEvidence = (measure: string): measure is EvidenceMeasure =>
  (EVIDENCE_MEASURES as readonly string[]).includes(measure);

/** Adds up claims by their states, as `sumClaims` does in SQL. */
export function addStates(
  counts: (States & { key: string; measure: string; count: number })[],
): Map<string, ClaimSum> {
  const sums = new Map<string, ClaimSum>();
  for (const { key, measure, status, eventState, truthState, count } of counts) {
    const sum = sums.get(key) ?? noClaims(key);
    sums.set(key, sum);
    if (isEvidence(measure)) sum[measure] += count;
    if (measure !== "claims") continue;
    sum.submissions += count;
    if (status === "handled") sum.handled += count;
    if (eventState === "sent") sum.sent += count;
    for (const filter of TRUTH_FILTERS)
      if (truthStates[filter].some((state) => state === truthState)) sum[filter] += count;
  }
  return sums;
}

/** Those with the most claims first, without those that have none. */
export const sortClaims = (sums: Map<string, ClaimSum>): ClaimSum[] =>
  [...sums.values()]
    .filter(({ submissions }) => submissions > 0)
    .sort((a, b) => b.submissions - a.submissions || (a.key < b.key ? -1 : 1));
