import Decimal from "decimal.js-light";
import type { Client } from "./clients.ts";
import { explainFits, explainIdentity, scoreOf } from "./explain.ts";
import type { HeldClaim } from "./find-hits.ts";
import { findOnlyDoubt, type Outcome } from "./settle.ts";
import type { FileFacts, Match, Reversal, StatementMatching, UnclaimedClient } from "./types.ts";
import type { Words } from "./words.ts";

/** Sorts what the file says of the claims into the groups that people see. */
export function presentMatches({
  outcomes,
  claimed,
  clients,
  file,
  words,
}: {
  outcomes: ReadonlyMap<string, Outcome>;
  claimed: ReadonlySet<Client>;
  clients: readonly Client[];
  file: FileFacts;
  words: Words;
}): Pick<
  StatementMatching,
  "matches" | "verified" | "verifiedButContradicted" | "rejectedButConfirmed" | "unmatchedRows" | "reversals"
> {
  const matches: Match[] = [];
  const verified: Match[] = [];
  const verifiedButContradicted: Match[] = [];
  const rejectedButConfirmed: Match[] = [];
  const reversals: Reversal[] = [];
  for (const group of groupOutcomes(outcomes.values())) {
    const [first] = group;
    if (!first) continue;
    const { status } = first.held.claim;
    const takenBack = first.fits.find(({ proof }) => proof.takenBack)?.proof.takenBack;
    if (takenBack && status !== "rejected")
      reversals.push({ submissionId: first.held.claim.id, line: takenBack.line, at: takenBack.at });
    const match = toMatch(group, words);
    if (status === "pending" || (takenBack && status === "handled")) matches.push(match);
    else if (status === "handled")
      (match.group === "contradicted" ? verifiedButContradicted : verified).push(match);
    else if (status === "rejected" && match.group === "certain") rejectedButConfirmed.push(match);
  }
  const order = (a: Match, b: Match) =>
    (a.lines[0] ?? 0) - (b.lines[0] ?? 0) ||
    ((a.submissionIds[0] ?? "") < (b.submissionIds[0] ?? "") ? -1 : 1);
  return {
    matches: matches.sort(order),
    verified: verified.sort(order),
    verifiedButContradicted: verifiedButContradicted.sort(order),
    rejectedButConfirmed: rejectedButConfirmed.sort(order),
    unmatchedRows: clients
      .filter((client) => !claimed.has(client))
      .flatMap((client) => toUnclaimed(client, file)),
    reversals: reversals.sort((a, b) => a.line - b.line),
  };
}

/** Claims that one sum proves in the same way are one match. */
function groupOutcomes(outcomes: Iterable<Outcome>): Outcome[][] {
  const groups = new Map<unknown, Outcome[]>();
  for (const outcome of outcomes) {
    const [fit] = outcome.fits;
    const isOfSum = outcome.fits.length === 1 && fit?.proof.isSum && outcome.group === "certain";
    const key = isOfSum
      ? `${fit?.proof.line} ${outcome.held.claim.status} ${outcome.held.stated === null}`
      : outcome;
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
  return [...groups.values()];
}

function toMatch(group: readonly Outcome[], words: Words): Match {
  const [first] = group;
  if (!first) throw new Error("A match has a claim.");
  const { held, option, fits } = first;
  const proofs = fits.map(({ proof }) => proof);
  const lines = toLines(proofs.flatMap((proof) => [proof, ...(proof.joined?.same ?? [])]));
  const reasons = explainIdentity(option, option.identity, { words, line: lines[0] ?? 0 });
  for (const outcome of group) reasons.push(...explainFits(outcome.held, outcome.fits, words));
  reasons.push(...group.flatMap(({ doubts }) => doubts));
  const shown = [...new Map(reasons.map((one) => [one.text, one])).values()];
  return {
    group: first.group,
    submissionIds: group.map((outcome) => outcome.held.claim.id).sort(),
    lines,
    ...(group.length === 1
      ? verifiedAmountOf(held, fits)
      : { verifiedAmount: sumOfStated(group), currency: held.claim.currency, amountDiffers: false }),
    onlyDoubt: group.length === 1 ? findOnlyDoubt(first) : null,
    score: scoreOf(shown),
    reasons: shown,
    totals: toLines(proofs.flatMap(({ joined }) => joined?.totals ?? [])),
  };
}

const toLines = (rows: readonly { line: number }[]): number[] =>
  [...new Set(rows.map(({ line }) => line))].sort((a, b) => a - b);

const sumOfStated = (group: readonly Outcome[]) =>
  group.some(({ held }) => held.stated === null)
    ? null
    : group.reduce((sum, { held }) => sum.add(held.stated?.value ?? 0), new Decimal(0)).toFixed();

/** The row's gross where a transaction in the claim's own currency confirms it, otherwise the claim's. */
function verifiedAmountOf(
  { claim, stated }: HeldClaim,
  fits: Outcome["fits"],
): Pick<Match, "verifiedAmount" | "currency" | "amountDiffers"> {
  const proofs = fits.map(({ proof }) => proof);
  const gross = proofs.reduce<Decimal | null>(
    (sum, proof) => proof.gross && (sum?.add(proof.gross) ?? null),
    new Decimal(0),
  );
  const currency = proofs[0]?.row.currency ?? null;
  const isTransaction = proofs.every(
    (proof) => !proof.isSum && !proof.isElsewhere && proof.row.currency === currency,
  );
  const amountDiffers =
    fits.length === 1 && fits.some(({ amount }) => amount.level !== "equal" && amount.figure !== null);
  if (!isTransaction || gross === null || currency === null || (stated && stated.currency !== currency))
    return {
      verifiedAmount: claim.amount,
      currency: claim.amount === null ? null : claim.currency,
      amountDiffers,
    };
  return { verifiedAmount: gross.toFixed(), currency, amountDiffers };
}

function toUnclaimed(client: Client, file: FileFacts): UnclaimedClient[] {
  const proofs = client.proofs.filter(({ isElsewhere, takenBack }) => !isElsewhere && !takenBack);
  if (proofs.length === 0) return [];
  const sums = new Map<string | null, Decimal>();
  for (const { gross, row } of proofs)
    if (gross) sums.set(row.currency, (sums.get(row.currency) ?? new Decimal(0)).add(gross));
  const froms = proofs.flatMap(({ from }) => from ?? []);
  const tos = proofs.flatMap(({ to }) => to ?? []);
  return [
    {
      account: client.shownAccounts[0] ?? null,
      email: client.emails[0] ?? client.masks[0] ?? null,
      phone: client.phones[0]?.shown ?? null,
      userName: client.userNames[0] ?? null,
      name: client.names[0] ?? null,
      country: client.countries[0] ?? null,
      lines: proofs.map(({ line }) => line).sort((a, b) => a - b),
      count:
        file.kind === "sums" ? proofs.reduce((sum, { row }) => sum + (row.count ?? 1), 0) : proofs.length,
      sums: [...sums]
        .map(([currency, sum]) => ({ amount: sum.toFixed(), currency }))
        .sort((a, b) => ((a.currency ?? "") < (b.currency ?? "") ? -1 : 1)),
      at:
        froms.length > 0 && tos.length > 0
          ? { from: new Date(Math.min(...froms)), to: new Date(Math.max(...tos)) }
          : null,
    },
  ];
}
