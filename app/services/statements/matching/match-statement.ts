import Decimal from "decimal.js-light";
import { DAY } from "#app/lib/dates.ts";
import { optInNouns } from "#app/lib/domain.ts";
import { type Client, type Clients, findClients, type Key, type Proof } from "./clients.ts";
import { explainFit, explainIdentity, reason, scoreOf } from "./explain.ts";
import { findStrongHits, findWeakHits, type HeldClaim, type Hit, toHeldClaim } from "./find-hits.ts";
import { DELAY_DAYS, type FitRules, fitProof, measureRoughly } from "./fit.ts";
import { type Candidate, compareFields, findIncomparable, identify, type Option } from "./identify.ts";
import { judgeFile } from "./judge-file.ts";
import { type Outcome, Settlement } from "./settle.ts";
import { PAIRED_MAX, suggestPairs } from "./suggest-pairs.ts";
import type {
  ClaimFacts,
  FileFacts,
  MatchingOptions,
  Reason,
  Reversal,
  StatementMatch,
  StatementMatching,
  StatementRow,
  UnclaimedClient,
  UnmatchedClaim,
} from "./types.ts";

export type * from "./types.ts";

/**
 * Matches the claims at a broker with the rows of one file. Only claims that share something with the file
 * are kept until the end, so that a million of them can be added one by one.
 */
export function startMatching(input: {
  rows: readonly StatementRow[];
  file: FileFacts;
  options?: MatchingOptions;
}): { addClaim: (claim: ClaimFacts) => void; finish: () => StatementMatching } {
  const { rows, file, options = {} } = input;
  const rules: FitRules = { delay: (options.delayDays ?? DELAY_DAYS) * DAY, convert: options.convert };
  const clients = findClients(rows, file);
  const judgement = judgeFile(clients, file, rules.delay);
  const held: HeldClaim[] = [];
  const waiting: HeldClaim["claim"]["id"][] = [];
  const missing = new Set<string>();
  const unfound: HeldClaim[] = [];

  const isMissing = ({ confirmedAt }: ClaimFacts) => {
    const at = confirmedAt.getTime();
    const { period } = clients;
    return (
      file.kind !== "registrations" &&
      period !== null &&
      at > period.from + rules.delay &&
      at < period.to - rules.delay
    );
  };

  return {
    addClaim(claim) {
      const one = toHeldClaim(claim, clients);
      findStrongHits(one, clients);
      judgement.addClaim(one);
      if (!isSettled(one, rules)) findWeakHits(one, clients, (a, proof) => measureRoughly(a, proof, rules));
      if (claim.status === "pending") {
        waiting.push(claim.id);
        if (isMissing(claim)) missing.add(claim.id);
        if (!one.strong.size && one.stated && unfound.length <= PAIRED_MAX) unfound.push(one);
      }
      if (one.strong.size > 0 || one.weak.size > 0) held.push(one);
    },
    finish() {
      const added = judgement.findAddedDigits();
      dropHits(held, (hit) => hit.added !== undefined && hit.added !== added);
      const campaigns = findCampaigns(held);
      dropHits(held, ({ key, value }) => key === "subId" && campaigns.has(value));
      const settled = settle(held, clients, file, rules);
      return {
        ...judgement.finish(),
        period: clients.period && { from: new Date(clients.period.from), to: new Date(clients.period.to) },
        ...present({ ...settled, clients: clients.all, file }),
        unmatchedClaims: waiting.flatMap((submissionId): UnmatchedClaim[] =>
          settled.outcomes.has(submissionId)
            ? []
            : [
                {
                  submissionId,
                  isMissing: missing.has(submissionId),
                  reasons: settled.notes.get(submissionId) ?? [],
                },
              ],
        ),
        pairs: suggestPairs(
          unfound.filter(({ claim }) => !settled.outcomes.has(claim.id)),
          clients.all.filter((client) => !settled.claimed.has(client)),
          rules,
        ),
      };
    },
  };
}

/** So near in amount and days that no weaker key is looked for. */
const NEAR_ENOUGH = 5;

const isSettled = (held: HeldClaim, rules: FitRules) =>
  [...held.strong].some(
    ([{ proofs }, hits]) =>
      hits.some(({ clients }) => clients === 1) &&
      proofs.some((proof) => (measureRoughly(held, proof, rules) ?? NEAR_ENOUGH) < NEAR_ENOUGH),
  );

/** Takes back hits that the claims as a whole have shown to mean nothing. */
function dropHits(held: readonly HeldClaim[], isWrong: (hit: Hit) => boolean): void {
  for (const { strong } of held)
    for (const [client, hits] of strong) {
      const kept = hits.filter((hit) => !isWrong(hit));
      if (kept.length > 0) strong.set(client, kept);
      else strong.delete(client);
    }
}

/** Sub-ids that more than one claim carries. */
function findCampaigns(held: readonly HeldClaim[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { strong } of held)
    for (const hits of strong.values())
      for (const { key, value } of hits) if (key === "subId") counts.set(value, (counts.get(value) ?? 0) + 1);
  return new Set([...counts].flatMap(([value, count]) => (count > 1 ? [value] : [])));
}

/** So many rows show the period that they are of. */
const PERIOD_ROWS_MIN = 50;

type Settled = {
  outcomes: ReadonlyMap<string, Outcome>;
  claimed: ReadonlySet<Client>;
  notes: Map<string, Reason[]>;
};

function settle(held: HeldClaim[], { all, period }: Clients, file: FileFacts, rules: FitRules): Settled {
  const claims = [...held].sort((a, b) => a.at - b.at || (a.claim.id < b.claim.id ? -1 : 1));
  const proofs = all.flatMap((client) => client.proofs).sort(compareProofs);
  const order = {
    claims: new Map(claims.map((claim, at) => [claim, at])),
    proofs: new Map(proofs.map((proof, at) => [proof, at])),
  };
  const isKnown = file.period !== null || proofs.length >= PERIOD_ROWS_MIN;
  const settlement = new Settlement(order, rules, isKnown ? period : null);

  const candidates = claims.flatMap((one) =>
    [...one.strong].map(([client, hits]) => toCandidate(one, client, hits, rules)),
  );
  const incomparable = findIncomparable(candidates);
  const byKey = new Map<Client, Map<Key, Candidate[]>>();
  for (const candidate of candidates)
    for (const key of new Set(candidate.hits.map((hit) => hit.key))) {
      const keys = byKey.get(candidate.client) ?? new Map<Key, Candidate[]>();
      const found = keys.get(key);
      if (found) found.push(candidate);
      else byKey.set(candidate.client, keys.set(key, [candidate]));
    }
  const carriers = (client: Client, key: Key) => byKey.get(client)?.get(key) ?? [];
  const identified = (candidate: Candidate): Option => ({
    ...candidate,
    identity: identify(candidate, carriers, incomparable),
  });
  const strong = candidates.map(identified);
  settlement.settleStrong(strong);

  const weak = claims.flatMap((one) =>
    settlement.outcomes.has(one)
      ? []
      : [...one.weak]
          .filter(([client]) => !one.strong.has(client))
          .map(([client, hits]) => toCandidate(one, client, hits, rules))
          .filter(({ fits }) => fits.length > 0)
          .map((candidate) => identified(candidate)),
  );
  settlement.settleWeak(weak.filter((option) => countDoubts(option) === 0));
  settlement.settleDoubtful(weak.filter((option) => countDoubts(option) === 1));
  settlement.contradict(strong);

  const notes = new Map<string, Reason[]>();
  for (const { held: one, client, hits } of strong)
    if (!settlement.outcomes.has(one)) notes.set(one.claim.id, noteOf(one, client, hits));
  return {
    outcomes: new Map([...settlement.outcomes].map(([one, outcome]) => [one.claim.id, outcome])),
    claimed: new Set([...settlement.outcomes.values()].map(({ option }) => option.client)),
    notes,
  };
}

const compareTexts = (a: string | null, b: string | null) => ((a ?? "") < (b ?? "") ? -1 : a === b ? 0 : 1);

/** By content; only rows that say the same keep the order of their lines. */
const compareProofs = (a: Proof, b: Proof) =>
  (a.from ?? 0) - (b.from ?? 0) ||
  (a.to ?? 0) - (b.to ?? 0) ||
  a.grossNumber - b.grossNumber ||
  compareTexts(a.row.account, b.row.account) ||
  compareTexts(a.row.email, b.row.email) ||
  compareTexts(a.row.userName, b.row.userName) ||
  compareTexts(a.row.emailMasked, b.row.emailMasked) ||
  compareTexts(a.row.currency, b.row.currency) ||
  a.line - b.line;

function toCandidate(held: HeldClaim, client: Client, hits: Hit[], rules: FitRules): Candidate {
  return {
    ...{ held, client, hits, compared: compareFields(held, client, hits) },
    fits: client.proofs.map((proof) => fitProof(held, proof, rules)).filter((fit) => fit !== null),
  };
}

/** Keys that rarely belong to two people. */
const TELLING = new Set<Key>(["canonical", "userName", "name"]);

/**
 * How many fields speak against a client who shares only weaker keys; null where no look is worth it. The
 * typed account number may be mistyped or another broker's, so it does not count.
 */
function countDoubts({ hits, identity: { different } }: Option): number | null {
  if (different.includes("country")) return null;
  const isTelling = hits.some(({ key }) => TELLING.has(key));
  const others = different.filter((field) => field !== "account").length - (isTelling ? 1 : 0);
  return others <= 1 ? Math.max(others, 0) : null;
}

function noteOf({ claim }: HeldClaim, { rows, proofs }: Client, [hit]: Hit[]): Reason[] {
  const [row] = rows;
  if (!row || !hit) return [];
  const what =
    hit.key === "account" ? `The account number ${claim.account?.trim() ?? hit.value}` : "The client";
  const noun = optInNouns[claim.action].toLowerCase();
  if (proofs.length > 0)
    return [reason(`${what} is in line ${row.line}, without a ${noun} at that time.`, -5)];
  const registered = rows.find(({ kind, at }) => kind === "registration" && at !== null);
  const since = registered?.at ? ` It exists since ${registered.at.from.toISOString().slice(0, 10)}.` : "";
  return [reason(`${what} is in line ${row.line}, without a ${noun}.${since}`, -5)];
}

function present({
  outcomes,
  claimed,
  clients,
  file,
}: Settled & { clients: readonly Client[]; file: FileFacts }): Pick<
  StatementMatching,
  "matches" | "verified" | "rejectedButConfirmed" | "unmatchedRows" | "reversals"
> {
  const matches: StatementMatch[] = [];
  const verified: StatementMatch[] = [];
  const rejectedButConfirmed: StatementMatch[] = [];
  const reversals: Reversal[] = [];
  for (const group of groupOutcomes(outcomes.values())) {
    const [first] = group;
    if (!first) continue;
    const { status } = first.held.claim;
    const takenBack = first.fits.find(({ proof }) => proof.takenBack)?.proof.takenBack;
    if (takenBack && status !== "rejected")
      reversals.push({ submissionId: first.held.claim.id, line: takenBack.line, at: takenBack.at });
    const match = toMatch(group);
    if (status === "pending" || (takenBack && status === "handled")) matches.push(match);
    else if (status === "handled" && match.group !== "contradicted") verified.push(match);
    else if (status === "rejected" && match.group === "certain") rejectedButConfirmed.push(match);
  }
  const order = (a: StatementMatch, b: StatementMatch) =>
    (a.lines[0] ?? 0) - (b.lines[0] ?? 0) ||
    compareTexts(a.submissionIds[0] ?? null, b.submissionIds[0] ?? null);
  return {
    matches: matches.sort(order),
    verified: verified.sort(order),
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

function toMatch(group: readonly Outcome[]): StatementMatch {
  const [first] = group;
  if (!first) throw new Error("A match has a claim.");
  const { held, option, fits } = first;
  const lines = [...new Set(fits.map(({ proof }) => proof.line))].sort((a, b) => a - b);
  const reasons = explainIdentity(option, option.identity, lines[0] ?? 0);
  for (const outcome of group) for (const fit of outcome.fits) reasons.push(...explainFit(outcome.held, fit));
  reasons.push(...group.flatMap(({ doubts }) => doubts));
  if (fits.length > 1) reasons.push(reason(`Lines ${lines.join(" and ")} together are the amount.`, 10));
  const shown = [...new Map(reasons.map((one) => [one.text, one])).values()];
  return {
    group: first.group,
    submissionIds: group.map((outcome) => outcome.held.claim.id).sort(),
    lines,
    ...(group.length === 1
      ? verifiedAmountOf(held, fits)
      : { verifiedAmount: sumOfStated(group), currency: held.claim.currency, amountDiffers: false }),
    score: scoreOf(shown),
    reasons: shown,
  };
}

const sumOfStated = (group: readonly Outcome[]) =>
  group.some(({ held }) => held.stated === null)
    ? null
    : group.reduce((sum, { held }) => sum.add(held.stated?.value ?? 0), new Decimal(0)).toFixed();

/** The row's gross where a transaction in the claim's own currency confirms it, otherwise the claim's. */
function verifiedAmountOf(
  { claim, stated }: HeldClaim,
  fits: Outcome["fits"],
): Pick<StatementMatch, "verifiedAmount" | "currency" | "amountDiffers"> {
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
      sums: [...sums].map(([currency, sum]) => ({ amount: sum.toFixed(), currency })),
      at:
        froms.length > 0 && tos.length > 0
          ? { from: new Date(Math.min(...froms)), to: new Date(Math.max(...tos)) }
          : null,
    },
  ];
}
