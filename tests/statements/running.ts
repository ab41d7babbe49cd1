import { expect } from "vitest";
import { groupBy } from "#app/lib/group-by.ts";
import { type BrokerFacts, matchRows, type RunningRow } from "#app/services/evidence/match-rows.ts";
import { judgeClaim, type NamedBy } from "#app/services/rules/judge-claim.ts";
import { listNamedBy, toNamingFacts } from "#app/services/rules/named-by.ts";
import type { ClaimFacts, MatchGroup } from "#app/services/statements/matching/types.ts";
import { type FILE_KINDS, type Generated, generate } from "./generate.ts";
import { measureMatches } from "./measure.ts";

/** The columns that postbacks and brokers' answers have. */
export const RUNNING_KINDS = [
  "accounts and times",
  "accounts, fees",
  "emails and phones",
  "emails, phones, accounts",
  "click ids, client ids",
] as const satisfies (keyof typeof FILE_KINDS)[];

/** Each row as a postback, and every third one as the broker's answer as well, some minutes later. */
export function toRunning({ rows }: Generated): RunningRow[] {
  const told = { span: null, firstAt: null, lots: null, trades: null, turnover: null, revenue: null };
  return rows.flatMap(({ line, kind, ...row }) => {
    const isMoney = kind === null || kind === "deposit" || kind === "purchase" || kind === "subscription";
    const facts = { ...row, ...told, kind: isMoney ? "deposit" : "withdrawal" } as const;
    const receivedAt = new Date(+(row.at?.to ?? 0) + 60_000);
    const postback: RunningRow = { id: `postback ${line}`, source: "postback", receivedAt, facts };
    const answer: RunningRow = { id: `api ${line}`, source: "api", receivedAt, facts };
    return line % 3 === 0 ? [postback, answer] : [postback];
  });
}

export const matchRunning = (
  rows: RunningRow[],
  claims: ClaimFacts[],
  { convert }: Pick<Generated, "convert">,
) => matchRows({ rows, claims, files: [], convert }).evidence;

/** As the matches of a file are measured: what each claim is matched with, by the lines of its rows. */
function measureRunning(generated: Generated) {
  const evidence = matchRunning(toRunning(generated), generated.claims, generated);
  const byClaim = groupBy(
    evidence.filter(({ evidenceGroup }) => evidenceGroup !== "unmatched"),
    ({ submissionId }) => submissionId,
  );
  const lineOf = (rowId: string) => Number(rowId.split(" ")[1]);
  const matches = [...byClaim].map(([id, all]) => ({
    group: all[0]?.evidenceGroup as MatchGroup,
    submissionIds: [id ?? ""],
    lines: [...new Set(all.flatMap(({ rowIds }) => rowIds.map(lineOf)))],
    reasons: all[0]?.reasons ?? [],
  }));
  return measureMatches(generated, matches);
}

/** @param size of each kind of row, in people */
export function expectQualityOfRunning({ size, seeds }: { size: number; seeds: readonly number[] }): void {
  const all = seeds.flatMap((seed) =>
    RUNNING_KINDS.map((kind) => measureRunning(generate({ kind, seed, size }))),
  );
  const sum = (name: "certain" | "wrong" | "provable" | "proven") =>
    all.reduce((total, one) => total + one[name], 0);
  if (process.env.STATEMENT_QUALITY) console.table(all.map(({ mistakes: _, ...one }) => one));
  expect(sum("certain")).toBeGreaterThan(2 * size * seeds.length);
  expect(sum("wrong") / sum("certain"), all.flatMap((one) => one.mistakes).join("\n")).toBeLessThanOrEqual(
    0.0005,
  );
  expect(sum("proven") / sum("provable")).toBeGreaterThanOrEqual(0.8);
}

/**
 * What somebody can make up who knows or guesses something of a client, but not account number and another
 * key.
 */
const PLANTS: ((row: BrokerFacts, guess: () => string) => Partial<ClaimFacts>)[] = [
  ({ email }) => ({ email }),
  ({ email, phone }) => ({ email, phone }),
  ({ email }, guess) => ({ email, account: guess() }),
  ({ email, account }) => ({ email, account: account && `${account.slice(0, -1)}x` }),
  // An earlier claim of that email has taught the number.
  ({ email, account }) => ({ email, knownAccounts: account ? [account] : [] }),
  (_, guess) => ({ account: guess() }),
  ({ account }) => ({ account }),
  ({ userName }) => ({ account: userName }),
  ({ clickId }) => ({ clickIds: clickId ? [clickId] : [] }),
];

/**
 * Claims that are planted for the broker's rows, with their amount and time: a rule decides none of them.
 * @returns how many were planted, and of how many the broker says something for certain
 */
export function plantClaims({ size, seed }: { size: number; seed: number }) {
  const found = { planted: 0, certain: 0, decided: 0 };
  for (const kind of RUNNING_KINDS) {
    const generated = generate({ kind, seed, size });
    const rows = toRunning(generated).filter(({ facts }) => facts.kind === "deposit");
    const [pattern] = generated.claims;
    if (!pattern) continue;
    const nobody = { ...pattern, ...{ account: null, email: null, phone: null, knownAccounts: [] } };
    PLANTS.forEach((plant, number) => {
      let guessed = seed;
      const guess = () => {
        guessed = (guessed * 48_271) % 2_147_483_647;
        return String(10_000_000 + (guessed % 89_999_999));
      };
      const claims = rows.map(
        ({ facts }, index): ClaimFacts => ({
          ...nobody,
          id: `planted ${number} ${index}`,
          status: "pending",
          confirmedAt: new Date(+(facts.at?.to ?? 0) + 60_000),
          amount: facts.amount,
          currency: facts.currency,
          clickIds: [],
          linkClickIds: [],
          ...plant(facts, guess),
        }),
      );
      const byClaim = groupBy(matchRunning(rows, claims, generated), (one) => one.submissionId ?? "");
      const factsOf = new Map(rows.map(({ id, facts }) => [id, facts]));
      for (const claim of claims) {
        const pieces = (byClaim.get(claim.id) ?? []).map((one, index) => ({
          id: String(index),
          source: one.source,
          kind: one.kind,
          group: one.evidenceGroup,
          amount: one.amount,
          currency: one.currency,
          isSecured: true,
          namedBy: new Set(
            one.rowIds.flatMap((rowId) => {
              const facts = factsOf.get(rowId);
              return facts ? listNamedBy(facts, toNamingFacts(claim)) : [];
            }),
          ),
        }));
        found.planted += 1;
        if (pieces.some(({ group }) => group === "certain")) found.certain += 1;
        const { amount, currency } = claim;
        const judged = {
          amount,
          currency,
          isChanged: false,
          guessedBy: new Set<NamedBy>(),
          isReversed: false,
          pieces,
        };
        const terms = { sources: ["postback", "api"] as const, needed: 1 as const, amountMax: null };
        if (judgeClaim(terms, judged, generated.convert ?? (() => null)).decides) found.decided += 1;
      }
    });
  }
  return found;
}
