import { writeXlsx } from "hucre/xlsx";
import { groupBy } from "#app/lib/group-by.ts";
import { toSlug } from "#app/lib/slug.ts";
import type { Deposit } from "./make-deposits.ts";

/** The shapes that brokers' back offices offer. */
export const SAMPLE_SHAPES = ["transactions", "sums", "masked", "exchange"] as const;
export type SampleShape = (typeof SAMPLE_SHAPES)[number];

export type SampleFile = { name: string; type: string; content: Buffer };

type Facts = { platformName: string; deposits: readonly Deposit[]; from: Date; to: Date };

/** A broker's file of some deposits. */
export async function makeSampleFile(shape: SampleShape, facts: Facts): Promise<SampleFile> {
  const { type, extension, write } = WRITERS[shape];
  const name = `${toSlug(facts.platformName)}-${shape}.${extension}`;
  return { name, type, content: await write(facts) };
}

type Writer = {
  type: string;
  extension: string;
  write: (facts: Facts) => Buffer | Promise<Buffer>;
};

const WRITERS: Record<SampleShape, Writer> = {
  transactions: { type: "text/csv; charset=utf-8", extension: "csv", write: writeTransactions },
  sums: {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    extension: "xlsx",
    write: writeSums,
  },
  masked: { type: "text/tab-separated-values; charset=utf-8", extension: "tsv", write: writeMasked },
  exchange: { type: "text/csv; charset=utf-8", extension: "csv", write: writeExchange },
};

/** Without emails, with title lines and a line of totals. */
function writeTransactions({ platformName, deposits, from, to }: Facts): Buffer {
  const money = (amount: number) => amount.toFixed(2).replace(".", ",");
  const lines = [
    [`${platformName} partner area`],
    ["Period", `${toDay(from)} to ${toDay(to)}`],
    ["Time zone", "UTC"],
    ["Login", "Time", "Type", "Status", "Amount", "Currency"],
    ...deposits.map(({ account, at, kind, status, amount, currency }) => [
      account,
      toTime(at),
      kind,
      status,
      money(amount),
      currency,
    ]),
    ["Total", "", "", "", money(deposits.reduce((sum, { amount }) => sum + amount, 0)), ""],
  ];
  return toText(lines, ";");
}

/** What each client deposited in the whole period. */
async function writeSums({ platformName, deposits, from, to }: Facts): Promise<Buffer> {
  const done = deposits.filter(({ kind, status }) => kind === "Deposit" && status === "Completed");
  const clients = groupBy(done, ({ account, currency }) => `${account} ${currency}`);
  const rows = [
    [`${platformName} client report`],
    ["Period", `${toDay(from)} to ${toDay(to)}`],
    ["Player ID", "Country", "Deposits count", "Deposits sum", "Currency"],
    ...[...clients.values()].map((own) => [
      own[0]?.account ?? "",
      own[0]?.country ?? "",
      own.length,
      own.reduce((sum, { amount }) => sum + amount, 0),
      own[0]?.currency ?? "",
    ]),
  ];
  return Buffer.from(await writeXlsx({ sheets: [{ name: "Clients", rows }] }));
}

/** With account numbers and the beginnings of emails. */
function writeMasked({ deposits }: Facts): Buffer {
  const lines = [
    ["Time (UTC)", "Account", "Email", "Country", "Type", "Status", "Amount", "Currency"],
    ...deposits.map(({ at, account, email, country, kind, status, amount, currency }) => [
      toTime(at),
      account,
      mask(email),
      country,
      kind,
      status,
      amount.toFixed(2),
      currency,
    ]),
  ];
  return toText(lines, "\t");
}

/** As crypto exchanges export deposits, without title lines or totals. */
function writeExchange({ deposits }: Facts): Buffer {
  const lines = [
    ["UID", "Deposit time (UTC)", "Coin", "Deposit amount", "Record type", "State", "Region"],
    ...deposits.map(({ account, at, currency, amount, kind, status, country }) => [
      account,
      toTime(at),
      currency,
      amount.toFixed(2),
      kind,
      status,
      country,
    ]),
  ];
  return toText(lines, ",");
}

/** "no***@example.com" */
const mask = (email: string): string => email.replace(/^(.{2}).*(?=@)/, "$1***");

const toText = (lines: readonly string[][], separator: string): Buffer =>
  Buffer.from(lines.map((cells) => `${cells.join(separator)}\r\n`).join(""));
const toDay = (at: Date): string => at.toISOString().slice(0, 10);
const toTime = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");
