import { middleOf } from "#app/lib/dates.ts";
import { optInNouns } from "#app/lib/domain.ts";
import { adviseColumns } from "./advise-columns.ts";
import { type Client, type ClientKey, type Clients, findClients } from "./clients.ts";
import { explainIdentity, reason } from "./explain.ts";
import {
  compareClients,
  findStrongHits,
  findWeakHits,
  type HeldClaim,
  type Hit,
  toHeldClaim,
} from "./find-hits.ts";
import { DELAY, type FitRules, fitProof, measureRoughly } from "./fit.ts";
import {
  type Candidate,
  compareFields,
  findIncomparable,
  identify,
  type Option,
  type SharedField,
} from "./identify.ts";
import { judgeFile } from "./judge-file.ts";
import { collectNeighbours, type Neighbours } from "./neighbours.ts";
import { presentMatches } from "./present-matches.ts";
import type { Proof } from "./proofs.ts";
import { type Outcome, Settlement } from "./settle.ts";
import { PAIRED_MAX, suggestPairs } from "./suggest-pairs.ts";
import type {
  Advice,
  ClaimFacts,
  FileFacts,
  MatchingOptions,
  NeighbourRows,
  Reason,
  StatementMatching,
  StatementRow,
  UnmatchedClaim,
} from "./types.ts";
import { BROKER_WORDS, FILE_WORDS, type Words } from "./words.ts";

export type * from "./types.ts";

/**
 * Matches the claims at a broker with the rows of one file. Only claims that share something with the file
 * are kept until the end, so that a million of them can be added one by one.
 */
export function startMatching(input: {
  rows: readonly StatementRow[];
  file: FileFacts;
  options?: MatchingOptions;
}): {
  addClaim: (claim: ClaimFacts) => void;
  /** After the last claim: the keys under which rows of the broker's other files are wanted. */
  listNeighbourKeys: () => string[];
  addNeighbourRows: (rows: NeighbourRows) => void;
  finish: () => StatementMatching;
} {
  const { rows, file, options = {} } = input;
  const rules: FitRules = { convert: options.convert };
  const words = file.kind === "running" ? BROKER_WORDS : FILE_WORDS;
  const clients = findClients(rows, file, options.convert);
  const judgement = judgeFile(clients, file);
  const neighbours = collectNeighbours(clients, file);
  const held: HeldClaim[] = [];
  const waiting: HeldClaim["claim"]["id"][] = [];
  const missing = new Set<string>();
  const unfound: HeldClaim[] = [];

  const isMissing = ({ confirmedAt }: ClaimFacts) => {
    const at = confirmedAt.getTime();
    const { period } = clients;
    return (
      file.kind !== "registrations" && period !== null && at > period.from + DELAY && at < period.to - DELAY
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
    listNeighbourKeys: () => neighbours.listKeys(held),
    addNeighbourRows: neighbours.addRows,
    finish() {
      const added = judgement.findAddedDigits();
      dropHits(held, (hit) => hit.added !== undefined && hit.added !== added);
      const campaigns = findCampaigns(held);
      dropHits(held, ({ key, value }) => key === "subId" && campaigns.has(value));
      const settled = settle(held, clients, file, { rules, words, neighbours: neighbours.result() });
      const judged = judgement.finish();
      return {
        ...judged,
        advice: judged.advice ?? settled.advice ?? (file.hasOnlyCommission ? NO_DEPOSITS : null),
        period: clients.period && { from: new Date(clients.period.from), to: new Date(clients.period.to) },
        ...presentMatches({ ...settled, clients: clients.all, file, words }),
        named: settled.named,
        clients: file.kind === "running" ? clients.all.map((one) => one.rows.map(({ line }) => line)) : [],
        unmatchedClaims: waiting.flatMap((submissionId): UnmatchedClaim[] =>
          settled.outcomes.has(submissionId)
            ? []
            : [
                {
                  submissionId,
                  isMissing: missing.has(submissionId) && !settled.elsewhere.has(submissionId),
                  reasons: settled.notes.get(submissionId) ?? [],
                },
              ],
        ),
        pairs:
          file.kind === "running"
            ? []
            : suggestPairs(
                unfound.filter(({ claim }) => !settled.outcomes.has(claim.id)),
                clients.all.filter((client) => !settled.claimed.has(client)),
                rules,
              ),
      };
    },
  };
}

const NO_DEPOSITS: Advice = {
  text: "This file lists commission and no deposits, so it confirms no claim. Upload one that lists deposits.",
  column: null,
};

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

type SettledMatches = {
  outcomes: ReadonlyMap<string, Outcome>;
  /** Claims that rows of the broker's other files fit better. */
  elsewhere: ReadonlySet<string>;
  claimed: ReadonlySet<Client>;
  notes: Map<string, Reason[]>;
  named: StatementMatching["named"];
  advice: Advice | null;
};

function settle(
  held: HeldClaim[],
  { all, period }: Clients,
  file: FileFacts,
  { rules, words, neighbours }: { rules: FitRules; words: Words; neighbours: Neighbours },
): SettledMatches {
  const isRunning = file.kind === "running";
  const claims = [...held].sort((a, b) => a.at - b.at || (a.claim.id < b.claim.id ? -1 : 1));
  const own = all.flatMap((client) => client.proofs);
  const proofs = [...own, ...neighbours.proofs].sort(compareProofs);
  for (const client of all) client.proofs.sort(compareProofs);
  const order = {
    claims: new Map(claims.map((claim, at) => [claim, at])),
    proofs: new Map(proofs.map((proof, at) => [proof, at])),
  };
  const isKnown = file.period !== null || own.length >= PERIOD_ROWS_MIN;
  const coverage = isKnown && period ? { ...period, isContinued: neighbours.isContinued } : null;
  const settlement = new Settlement(order, rules, coverage, words, isRunning);

  const candidates = claims.flatMap((one) => toCandidates(one, one.strong, rules, neighbours));
  // What a whole file shows of its columns, rows that come one by one can't.
  const incomparable = isRunning ? new Set<SharedField>() : findIncomparable(candidates);
  const byKey = new Map<Client, Map<ClientKey, Candidate[]>>();
  for (const candidate of candidates)
    for (const key of new Set(candidate.hits.map((hit) => hit.key))) {
      const keys = byKey.get(candidate.client) ?? new Map<ClientKey, Candidate[]>();
      const found = keys.get(key);
      if (found) found.push(candidate);
      else byKey.set(candidate.client, keys.set(key, [candidate]));
    }
  const carriers = (client: Client, key: ClientKey) => byKey.get(client)?.get(key) ?? [];
  const identified = (candidate: Candidate): Option => ({
    ...candidate,
    identity: identify(
      candidate,
      carriers,
      isRunning && candidate.hits.some(({ key }) => key === "clickId") ? BESIDE_CLICK_ID : incomparable,
    ),
  });
  const strong = candidates.map(identified);
  settlement.settleStrong(strong);

  const weak = claims.flatMap((one) =>
    settlement.outcomes.has(one) || settlement.elsewhere.has(one)
      ? []
      : toCandidates(one, one.weak, rules)
          .filter(({ client, fits }) => !one.strong.has(client) && fits.length > 0)
          .map(identified),
  );
  settlement.settleWeak(weak.filter((option) => countDoubts(option) === 0));
  settlement.settleDoubtful(weak.filter((option) => countDoubts(option) === 1));
  settlement.contradict(strong);

  const notes = new Map<string, Reason[]>();
  const named: StatementMatching["named"] = [];
  for (const option of strong) {
    const { held: one, client, hits, identity } = option;
    if (settlement.elsewhere.has(one)) notes.set(one.claim.id, ELSEWHERE);
    else if (!settlement.outcomes.has(one)) notes.set(one.claim.id, noteOf(one, client, hits, words));
    if (!isRunning || settlement.elsewhere.has(one) || identity.stance !== "certain") continue;
    const line = client.rows[0]?.line ?? 0;
    named.push({
      submissionId: one.claim.id,
      lines: client.rows.map((row) => row.line),
      reasons: [...explainIdentity(option, identity, { words, line }), ...(notes.get(one.claim.id) ?? [])],
    });
  }
  return {
    elsewhere: new Set([...settlement.elsewhere].map(({ claim }) => claim.id)),
    outcomes: new Map([...settlement.outcomes].map(([one, outcome]) => [one.claim.id, outcome])),
    claimed: new Set([...settlement.outcomes.values()].map(({ option }) => option.client)),
    notes,
    named,
    advice: adviseColumns(
      strong.filter(({ held: one }) => !settlement.elsewhere.has(one)),
      settlement.outcomes,
      file,
      rules,
    ),
  };
}

/** Where a click id came back, the number may be the broker's own of its client. */
const BESIDE_CLICK_ID = new Set<SharedField>(["account"]);

const ELSEWHERE = [reason("Another statement of the broker has a row that fits better.", -5)];

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

function toCandidates(
  held: HeldClaim,
  found: HeldClaim["strong"],
  rules: FitRules,
  neighbours?: Neighbours,
): Candidate[] {
  return [...found]
    .sort(([a], [b]) => compareClients(a, b))
    .map(([client, hits]) => ({
      held,
      client,
      hits,
      compared: compareFields(held, client, hits),
      fits: [...client.proofs, ...(neighbours?.proofsFor(held, client) ?? [])]
        .map((proof) => fitProof(held, proof, rules))
        .filter((fit) => fit !== null),
    }));
}

/** Keys that rarely belong to two people. */
const TELLING = new Set<ClientKey>(["canonical", "userName", "name"]);

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

function noteOf({ claim }: HeldClaim, { rows, proofs }: Client, [hit]: Hit[], words: Words): Reason[] {
  const [row] = rows;
  if (!row || !hit) return [];
  const what =
    hit.key === "account" ? `The account number ${claim.account?.trim() ?? hit.value}` : "The client";
  const noun = optInNouns[claim.action].toLowerCase();
  if (proofs.length > 0) return [reason(`${words.has(what, row.line)}, without a ${noun} at that time.`, -5)];
  const registered = rows.find(({ kind, at }) => kind === "registration" && at !== null);
  const since = registered?.at
    ? ` It exists since ${middleOf(registered.at).toISOString().slice(0, 10)}.`
    : "";
  return [reason(`${words.has(what, row.line)}, without a ${noun}.${since}`, -5)];
}
