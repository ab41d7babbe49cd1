import { DAY, HOUR } from "#app/lib/dates.ts";
import { isNearly } from "#app/lib/is-nearly.ts";
import { EQUAL } from "./amount.ts";
import { assign, type Edge } from "./assign.ts";
import type { Client } from "./clients.ts";
import { explainFits, reason, scoreOf } from "./explain.ts";
import type { HeldClaim } from "./find-hits.ts";
import { type Fit, type FitRules, fitProof, LONG } from "./fit.ts";
import type { Proof } from "./proofs.ts";
import type { Pair, Reason } from "./types.ts";
import { FILE_WORDS } from "./words.ts";

/** Nobody pairs more claims than these by hand. */
export const PAIRED_MAX = 5_000;

/** Equal amounts are in the same bucket or the next one. */
const bucketOf = (amount: number) => Math.floor(Math.log(amount) / Math.log(1 + EQUAL));

/** Suggests the client of a claim without a number in the file: the same day, amount and country. */
export function suggestPairs(
  claims: readonly HeldClaim[],
  clients: readonly Client[],
  rules: FitRules,
): Pair[] {
  if (claims.length > PAIRED_MAX) return [];
  const byAmount = new Map<string, Proof[]>();
  for (const { proofs, shownAccounts } of clients)
    if (shownAccounts.length > 0) for (const proof of proofs) addFigures(byAmount, proof);

  const edges: (Edge & { held: HeldClaim; fit: Fit })[] = [];
  const order = new Map<Proof, number>();
  claims.forEach((held, left) => {
    const { stated } = held;
    if (!stated) return;
    const bucket = bucketOf(stated.value.toNumber());
    const near = [-1, 0, 1].flatMap((by) => byAmount.get(`${stated.currency} ${bucket + by}`) ?? []);
    for (const proof of new Set(near)) {
      const fit = fitProof(held, proof, rules);
      if (!fit || !isPair(held, fit)) continue;
      const right = order.get(proof) ?? order.size;
      order.set(proof, right);
      const worth = 10 - Math.abs(fit.time.before) / HOUR / 12 + scoreOf(explainPerson(held, proof.client));
      edges.push({ left, right, worth, held, fit });
    }
  });
  return assign(edges).map(({ held, fit }) => ({
    submissionId: held.claim.id,
    lines: [fit.proof.line],
    account: fit.proof.client.shownAccounts[0] ?? "",
    reasons: [...explainFits(held, [fit], FILE_WORDS), ...explainPerson(held, fit.proof.client)],
  }));
}

function addFigures(byAmount: Map<string, Proof[]>, proof: Proof): void {
  const { gross, net, converted, row, takenBack, from, to } = proof;
  if (takenBack || from === null || to === null || to - from > LONG) return;
  const figures = [
    [gross, row.currency],
    [net, row.currency],
    [converted, row.convertedCurrency],
  ] as const;
  for (const [figure, currency] of figures) {
    if (!figure || !currency) continue;
    const key = `${currency} ${bucketOf(figure.toNumber())}`;
    const found = byAmount.get(key);
    if (!found) byAmount.set(key, [proof]);
    else if (found.at(-1) !== proof) found.push(proof);
  }
}

function isPair({ claim }: HeldClaim, { proof, time, amount }: Fit): boolean {
  const { countries } = proof.client;
  const isAbroad =
    claim.country !== null && countries.length > 0 && !countries.includes(claim.country.toUpperCase());
  return time.is === "inside" && Math.abs(time.before) <= DAY && amount.level === "equal" && !isAbroad;
}

function explainPerson({ claim, accounts }: HeldClaim, client: Client): Reason[] {
  const reasons: Reason[] = [];
  if (claim.country && client.countries.includes(claim.country.toUpperCase()))
    reasons.push(reason(`Both have the country ${claim.country}.`, 5));
  if (accounts.some((own) => client.accounts.some((account) => isNearly(own, account, 1))))
    reasons.push(
      reason(`The visitor typed ${claim.account}, the file has ${client.shownAccounts.join(", ")}.`, 20),
    );
  return reasons;
}
