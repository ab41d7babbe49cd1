import { describe, expect, test } from "vitest";
import { toMailbox } from "#app/lib/mailbox.ts";
import { parsePhone } from "#app/lib/read-phone.ts";
import { toItemKey } from "#app/services/news/item-key.ts";
import { parseFeed } from "#app/services/news/parse-feed.server.ts";
import { createSpendReader } from "#app/services/spend/reading/read-spend-rows.ts";
import { recognizeSpend } from "#app/services/spend/reading/recognize-spend.ts";
import { recognizeFile } from "#app/services/statements/columns/file-columns.ts";
import { createRowReader } from "#app/services/statements/columns/read-rows.ts";
import { createRowTally } from "#app/services/statements/columns/tally-rows.ts";
import { createRowEraser } from "#app/services/statements/erasing/erase-rows.ts";
import { startMatching } from "#app/services/statements/matching/match-statement.ts";
import { listRowKeys } from "#app/services/statements/matching/row-keys.ts";
import type { ClaimFacts } from "#app/services/statements/matching/types.ts";
import { parseDate } from "#app/services/tables/columns/dates.ts";
import { isTotal } from "#app/services/tables/columns/find-header.ts";
import { parseNumber } from "#app/services/tables/columns/numbers.ts";
import { readTitleLines } from "#app/services/tables/columns/title-lines.ts";
import { toFileName } from "#app/services/tables/file-name.ts";
import { openTableFile } from "#app/services/tables/reading/open-table-file.ts";
import type { Row } from "#app/services/tables/table.ts";
import { createZip } from "../support/zip.ts";

/** A cell has 10,000 characters at most; what is worse than linear shows with more. */
const [SHORT, LONG] = [2_000, 20_000];
/** Ten times the length takes ten times as long; where each place is tried to the end, a hundred times as long. */
const GROWTH_MAX = 20;

const UNITS = [
  ".",
  " ",
  "\t",
  "*",
  '"',
  "((1",
  "-",
  "+",
  "a@",
  "0",
  "1 ",
  "x",
  "=",
  "a.",
  "12:30 ",
  "A/",
  "{",
  "<td>",
  "<table:table ",
  "<!DOCTYPE ",
  "٣",
  "账rachunt",
];
/** With a beginning and an end that let a pattern go on until its last character. */
const frames = (text: string) => [`1${text}x`, `1 Nov 2026 12:30${text}@`];

/** The least processor time of some tries, because what else a machine does only adds to it. */
async function timeOf(work: () => unknown, tries: number): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < tries; at++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return Math.min(...times);
}

/** What a pattern of the plainest kind takes that tries each place of a long text to the end, on this machine. */
const squareMs = await timeOf(() => /x+y/.test("x".repeat(LONG)), 3);

/** The units of which a long text takes far more than its length, or nearly as long as a square of it. */
async function listSlow(read: (text: string) => unknown, units = UNITS, triesMax = 10): Promise<string[]> {
  const slow: string[] = [];
  for (const unit of units) {
    const readAll = (length: number) => async () => {
      for (const text of frames(unit.repeat(length / unit.length))) await read(text);
    };
    let long = await timeOf(readAll(LONG), 1);
    if (long < squareMs / GROWTH_MAX) continue;
    const short = await timeOf(readAll(SHORT), 2);
    const isSlow = () => long > short * GROWTH_MAX || long - short > squareMs * 0.7;
    for (let tries = 0; tries < triesMax && isSlow(); tries++)
      long = Math.min(long, await timeOf(readAll(LONG), 1));
    if (isSlow()) slow.push(`${JSON.stringify(unit)}: ${short.toFixed(1)} ms, then ${long.toFixed(1)} ms`);
  }
  return slow;
}

const expectLinear = async (read: (text: string) => unknown) => expect(await listSlow(read)).toEqual([]);

const HEADINGS = [
  "Date",
  "Time",
  "Account",
  "Click ID",
  "Submission ID",
  "Email",
  "Masked email",
  "Email sha256",
  "Email md5",
  "Phone",
  "Phone ending",
  "User name",
  "Full name",
  "Country",
  "Brand",
  "Transaction type",
  "Status",
  "Amount",
  "Gross",
  "Commission",
  "Fee",
  "Amount (USD)",
  "Currency",
  "Count",
];
const GOOD = [
  "2026-11-20",
  "09:30",
  "8412337",
  "abc",
  "0199c2a0-0000-7000-8000-000000000000",
  "anna@example.com",
  "an**@example.com",
  "a".repeat(64),
  "a".repeat(32),
  "+34600555123",
  "***123",
  "anna1",
  "Anna Kern",
  "ES",
  "Acme",
  "Deposit",
  "Completed",
  "250.00",
  "250.00",
  "10.00",
  "1.00",
  "270.00",
  "EUR",
  "1",
];
const NAMED = new Set(["Account", "Email", "Masked email", "Phone", "User name", "Full name"]);
const toRow = (line: number, cells: string[]): Row => ({ line, cells });
const head = toRow(1, HEADINGS);
const known = recognizeFile([head, toRow(2, GOOD), toRow(3, GOOD)]);
const claim: ClaimFacts = {
  id: "0199c2a0-0000-7000-8000-000000000000",
  confirmedAt: new Date(),
  status: "pending",
  action: "deposit",
  email: "anna@example.com",
  phone: "+34600555123",
  account: "8412337",
  knownAccounts: [],
  linkClickIds: [],
  amount: "250",
  currency: "EUR",
  country: "ES",
  clickIds: ["abc"],
  subIds: [],
  source: null,
  campaign: null,
};
const SPEND_HEADINGS = [
  "Day",
  "Campaign name",
  "Campaign ID",
  "Amount spent (EUR)",
  "Currency",
  "Impressions",
];
const SPEND_GOOD = ["2026-11-20", "Summer", "123", "12.50", "EUR", "100"];
const spendFile = { fileName: "meta.csv", answers: {}, remembered: [], lastDay: "2099-12-31" };
const spend = recognizeSpend([toRow(1, SPEND_HEADINGS), toRow(2, SPEND_GOOD)], spendFile);

async function readAll(file: Buffer): Promise<void> {
  try {
    const { sheets, rows } = await openTableFile(file);
    for (const sheet of sheets.keys()) for await (const _ of rows(sheet));
  } catch {
    // That it can't be read is no answer to how long it takes.
  }
}

test.each([
  [/x+y/, "x"],
  [/\s+$/, " "],
  [/(\d+\.)+!/, "0"],
])(
  "the pattern %s, which tries each place to the end, is found among all else that is read",
  async (pattern, unit) => {
    const row = [toRow(1, ["Date", "Amount"]), toRow(2, ["2026-11-20", "250.00"])];
    const reader = (text: string) => [recognizeFile([...row, toRow(3, [text, text])]), pattern.test(text)];
    expect(await listSlow(reader, [unit], 1)).toHaveLength(1);
  },
);

describe("a hostile text takes no longer than its length", () => {
  test.each<[what: string, read: (text: string) => unknown]>([
    ["a date", (text) => parseDate(text, { order: "day-first" })],
    ["an amount", (text) => parseNumber(text, ".")],
    ["a phone number", (text) => parsePhone(text, "ES")],
    ["a mailbox", toMailbox],
    ["a row of totals", (text) => isTotal(toRow(1, [text]))],
    ["a title", (text) => readTitleLines([toRow(1, [text])], "day-first")],
    ["the name of a file", toFileName],
    [
      "the address of news",
      (text) => toItemKey({ url: `https://a.example/${text}#${text}`, title: "", source: "" }),
    ],
  ])("%s", (_, read) => expectLinear(read));

  test("the cells of a row of a statement", () =>
    expectLinear((text) => {
      const row = toRow(
        2,
        HEADINGS.map(() => text),
      );
      createRowTally(known).count(row);
      return createRowReader(known)(row);
    }));

  test("the columns of a statement", () =>
    expectLinear((text) =>
      recognizeFile([
        toRow(1, [text]),
        head,
        toRow(
          3,
          HEADINGS.map(() => text),
        ),
      ]),
    ));

  test("the headings of a statement", () =>
    expectLinear((text) => recognizeFile([toRow(1, [text, "Amount"]), toRow(2, ["1", "2"])])));

  test("what identifies a client", () =>
    expectLinear((text) => {
      const cells = HEADINGS.map((heading, at) => (NAMED.has(heading) ? text.slice(-320) : (GOOD[at] ?? "")));
      const read = createRowReader(known);
      const rows = [2, 3].flatMap((line) => {
        const one = read(toRow(line, cells));
        return "row" in one ? [one.row] : [];
      });
      expect(rows).toHaveLength(2);
      listRowKeys(rows);
      const matching = startMatching({ rows, file: { kind: "transactions", period: null } });
      matching.addClaim({ ...claim, account: text });
      matching.finish();
    }));

  test("an erased person's cells", () =>
    expectLinear((text) => {
      const person = {
        submissionId: "1",
        isVerified: false,
        platformId: "1",
        accounts: [text.slice(0, 100)],
      };
      const people = [{ ...person, email: "anna@example.com", phone: "+34600555123" }];
      return createRowEraser(people, "1", []).isAbout([text, `${text}@${text}`]);
    }));

  test("the columns and cells of a file of spend", () =>
    expectLinear((text) => {
      createSpendReader(
        spend,
        "2099-12-31",
      )(
        toRow(
          2,
          SPEND_HEADINGS.map(() => text),
        ),
      );
      recognizeSpend([toRow(1, [text]), toRow(2, SPEND_HEADINGS), toRow(3, SPEND_GOOD)], {
        ...spendFile,
        fileName: text,
      });
    }));

  test.each<[what: string, toFile: (text: string) => Buffer | Promise<Buffer>]>([
    ["text", (text) => Buffer.from(`a,b\n${text}\n`)],
    ["HTML", (text) => Buffer.from(`<table><tr><td>${text}`)],
    ["an ODS workbook", (text) => createZip({ "content.xml": text })],
    [
      "an XLSX workbook",
      (text) =>
        createZip({ "xl/workbook.xml": text, "xl/worksheets/sheet1.xml": text, "[Content_Types].xml": text }),
    ],
  ])("a file of %s", (_, toFile) => expectLinear(async (text) => readAll(await toFile(text))));

  test("a feed", () =>
    expectLinear((text) => {
      try {
        parseFeed(
          {
            body: Buffer.from(`<?xml version="1.0"?>${text}<rss><item>${text}`),
            contentType: null,
            url: "https://a.example",
          },
          new Date(),
        );
      } catch {
        // It is none.
      }
    }));
});
