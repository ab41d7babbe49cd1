import { DAY } from "#app/lib/dates.ts";
import { assign, type Edge } from "./assign.ts";
import type { Client, Proof } from "./clients.ts";
import { explainFit, reason, scoreOf } from "./explain.ts";
import type { HeldClaim } from "./find-hits.ts";
import { type Fit, type FitRules, fitProof } from "./fit.ts";
import { isNearly } from "./identifiers.ts";
import type { Pair, Reason } from "./types.ts";

/** Nobody pairs more claims than these by hand. */
export const PAIRED_MAX = 5_000;

/** Amounts that are less than 1 % apart are in the same bucket or the next one. */
const bucketOf = (amount: number) => Math.floor(Math.log(amount) / Math.log(1.01));

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

  const edges: (Edge & { pair: Pair })[] = [];
  const order = new Map<Proof, number>();
  claims.forEach((held, left) => {
    const { stated, claim } = held;
    if (!stated) return;
    const bucket = bucketOf(stated.value.toNumber());
    const near = [-1, 0, 1].flatMap((by) => byAmount.get(`${stated.currency} ${bucket + by}`) ?? []);
    for (const proof of new Set(near)) {
      const fit = fitProof(held, proof, rules);
      const reasons = fit && explainPair(held, fit);
      if (!reasons) continue;
      const right = order.get(proof) ?? order.size;
      order.set(proof, right);
      const account = proof.client.shownAccounts[0] ?? "";
      const pair = { submissionId: claim.id, lines: [proof.line], account, reasons };
      edges.push({ left, right, worth: scoreOf(reasons), pair });
    }
  });
  return assign(edges).map(({ pair }) => pair);
}

function addFigures(byAmount: Map<string, Proof[]>, proof: Proof): void {
  const { gross, net, converted, row, takenBack } = proof;
  if (takenBack) return;
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

function explainPair(held: HeldClaim, fit: Fit): Reason[] | null {
  const { countries, accounts, shownAccounts } = fit.proof.client;
  const country = held.claim.country?.toUpperCase();
  const isSameDay = fit.time.is === "inside" && Math.abs(fit.time.before) <= DAY;
  const isAbroad = country !== undefined && countries.length > 0 && !countries.includes(country);
  if (!isSameDay || fit.amount.level !== "equal" || isAbroad) return null;
  const reasons = explainFit(held, fit);
  if (country !== undefined && countries.includes(country))
    reasons.push(reason(`Both have the country ${country}.`, 5));
  if (held.accounts.some((own) => accounts.some((account) => isNearly(own, account, 1))))
    reasons.push(
      reason(`The visitor typed ${held.claim.account}, the file has ${shownAccounts.join(", ")}.`, 20),
    );
  return reasons;
}
