import { expect } from "vitest";
import { groupBy } from "#app/lib/group-by.ts";
import { matchRows, type RunningRow } from "#app/services/evidence/match-rows.ts";
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
) => matchRows({ rows, claims, files: [], convert });

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
