import { expect, test } from "vitest";
import { HOUR } from "#app/lib/dates.ts";
import { withOwnRates } from "#app/lib/exchange.ts";
import type { StatementResult } from "#app/lib/statements.ts";
import { SNAPSHOT } from "#app/services/exchange-rates/snapshot.ts";
import { makeDeposits, type StatedClaim } from "#app/services/sample-statements/make-deposits.ts";
import {
  makeSampleFile,
  SAMPLE_SHAPES,
  type SampleShape,
} from "#app/services/sample-statements/make-sample-file.ts";
import type { FileColumns } from "#app/services/statements/columns/file-columns.ts";
import type { ClaimFacts } from "#app/services/statements/matching/types.ts";
import { runTask, type StoredRow, type Task, type TaskInput } from "#app/services/statements/thread/tasks.ts";

const now = new Date("2026-11-20T10:00:00Z");
const DAYS = 14;

/** As the demo has them at one broker: one in three without an account number. */
const claims: StatedClaim[] = Array.from({ length: 20 }, (_, index) => ({
  id: `0199-${index}`,
  createdAt: new Date(Number(now) - (160 - 8 * index) * HOUR),
  status: index % 5 === 4 ? "handled" : index === 18 ? "rejected" : "pending",
  email: `${["noor.lis", "oskar.haddad", "ines.mori"][index % 3]}.${index}@example.com`,
  reference: index % 3 === 2 ? null : `NG-${4000 + index}`,
  country: "ES",
  amount: String(60 + 20 * index),
  currency: index % 4 === 3 ? "USD" : "EUR",
}));

async function* toInputs(rows: StoredRow[]): AsyncGenerator<TaskInput> {
  yield { rows };
  yield {
    claims: claims.map(
      ({ reference, createdAt, ...claim }): ClaimFacts => ({
        ...claim,
        action: "deposit",
        phone: "+34600555000",
        source: null,
        campaign: null,
        subIds: [],
        clickIds: [],
        knownAccounts: [],
        linkClickIds: [],
        confirmedAt: createdAt,
        account: reference,
      }),
    ),
  };
}

async function read(
  shape: SampleShape,
): Promise<{ columns: FileColumns; groups: StatementResult["groups"] }> {
  const { content } = await makeSampleFile(shape, {
    platformName: "Northgate Markets",
    deposits: makeDeposits(claims, now),
    from: new Date(Number(now) - DAYS * 24 * HOUR),
    to: now,
  });
  const run = async (task: Task, rows: StoredRow[] = []) => {
    const found = [];
    for await (const output of runTask(task, toInputs(rows))) found.push(output);
    return found;
  };
  const file = {
    fileName: "statement",
    platformId: "1",
    platformName: "Northgate Markets",
    timeZone: "Europe/Madrid",
    answers: {},
    remembered: [],
    byClaims: null,
  };
  const outputs = await run({ kind: "read", content: new Uint8Array(content), sheet: 0, file });
  const rows = outputs.flatMap((output) => ("rows" in output ? output.rows : []));
  const columns = outputs.flatMap((output) => ("columns" in output ? [output.columns] : []))[0];
  if (!columns) throw new Error("not read");
  const rates = withOwnRates(SNAPSHOT.rates, []);
  const wanted = { hasKeys: false, hasReadings: false };
  const parts = await run({ kind: "match", columns, rates, uploadedAt: now, ...wanted }, rows);
  const groups = parts.flatMap((part) => ("result" in part ? [part.result.result.groups] : []))[0];
  if (!groups) throw new Error("not matched");
  return { columns, groups };
}

test.each(SAMPLE_SHAPES)(
  "the demo's file of %s asks nothing, confirms most claims that wait, and finds claims in each group",
  async (shape) => {
    const { columns, groups } = await read(shape);
    expect(columns.questions).toEqual([]);
    expect(columns.kind).toBe(shape === "sums" ? "sums" : "transactions");
    const { unreadable, ...found } = groups;
    expect(unreadable.count).toBe(0);
    const waiting = claims.filter(({ status }) => status === "pending").length;
    expect(found.certain.count + found.likely.count).toBeGreaterThan(waiting / 2);
    expect(found.certain.count).toBeGreaterThanOrEqual(5);
    for (const [group, { count }] of Object.entries(found)) expect(count, group).toBeGreaterThan(0);
  },
);

test("each file of the demo has headings of its own, so that none is taken for another broker's", async () => {
  const all = await Promise.all(SAMPLE_SHAPES.map(read));
  const headings = all.map(({ columns }) => columns.columns.map(({ heading }) => heading).join());
  expect(new Set(headings).size).toBe(SAMPLE_SHAPES.length);
});
