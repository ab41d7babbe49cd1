import { Readable } from "node:stream";
import { writeXlsxStream } from "hucre/xlsx";
import { csvLine } from "#app/lib/csv.ts";
import { type DecisionReason, decisionReasonTexts } from "#app/lib/domain.ts";
import type { EventStatus } from "#app/lib/event-state.ts";
import type { ExportFormat } from "#app/lib/export-types.ts";
import { formatAmount } from "#app/lib/money.ts";
import { ANSWERS, answerNames } from "#app/lib/opt-in-answers.ts";
import type { ExportedSubmission } from "./export-submissions.server.ts";

type Pages = AsyncIterable<ExportedSubmission[]>;

/** Digits that a spreadsheet's number keeps. */
const DIGITS_MAX = 15;

/** A file of submissions, part by part. Its head names the time zone of its times. */
export function toListFile(
  format: ExportFormat,
  pages: Pages,
  timeZone: string,
): AsyncGenerator<string | Uint8Array> {
  return format === "csv" ? toCsv(pages, timeZone) : toXlsx(pages, timeZone);
}

async function* toCsv(pages: Pages, timeZone: string): AsyncGenerator<string> {
  // The byte order mark tells Excel that it is UTF-8.
  yield `\ufeff${csvLine(getHeader(timeZone).map(({ header }) => header))}`;
  const time = timesIn(timeZone);
  for await (const rows of pages) {
    if (rows.length > 0) yield rows.map((row) => csvLine(toCells(row, time))).join("");
  }
}

/** Texts are written as texts, so that none is a formula. */
async function* toXlsx(pages: Pages, timeZone: string): AsyncGenerator<Uint8Array> {
  const time = timesIn(timeZone);
  const head = getHeader(timeZone);
  const rows = async function* () {
    for await (const page of pages)
      for (const row of page)
        yield toCells(row, time).map((cell, index) =>
          cell !== null && head[index]?.isNumber && cell.length <= DIGITS_MAX ? Number(cell) : cell,
        );
  };
  const columns = head.map(({ header }) => ({ header }));
  yield* Readable.fromWeb(
    writeXlsxStream(rows(), { name: "Claims", columns, freezePane: { rows: 1 } }) as Parameters<
      typeof Readable.fromWeb
    >[0],
  );
}

type Time = (at: Date | string | null) => string | null;

function timesIn(timeZone: string): Time {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return (at) => (at === null ? null : format.format(new Date(at)));
}

const getHeader = (timeZone: string) =>
  [
    ...["ID", `Confirmed at (${timeZone})`, "Status", "Delivery", "Email", "Phone", "Broker", "Action"],
    ...Object.values(ANSWERS),
    ...["Amount claimed", "Currency claimed", "Amount", "Currency", "Came from", "Campaign"],
    ...[`Decided at (${timeZone})`, `Send before (${timeZone})`, `Withdrawn at (${timeZone})`],
    ...["Reason", "Note", "Amount sent", "Currency sent", `Corrected at (${timeZone})`, "Charged back"],
    ...["Correction reason", "UTM source", "UTM campaign", "Referrer"],
  ].map((header) => ({ header, isNumber: header.startsWith("Amount") }));

const statuses = { pending: "Pending", handled: "Verified", rejected: "Rejected" };
/** A correction is never sent, so what a platform has is the verified amount. */
const isSent = ({ deliveryStates }: ExportedSubmission) => /:(sent|confirmed)/.test(deliveryStates ?? "");

const eventStatusWords: Record<EventStatus, string> = { sent: "Accepted", failed: "Not accepted" };

function toCells(row: ExportedSubmission, time: Time): (string | null)[] {
  const amount = row.correctedAmount ?? row.verifiedAmount ?? row.amount;
  const currency = row.correctedCurrency ?? row.verifiedCurrency ?? row.currency;
  const digits = (value: string | null, code: string | null) =>
    value !== null && code !== null ? formatAmount(String(value), code) : null;
  const reason = row.decisionReason && decisionReasonTexts[row.decisionReason as DecisionReason];
  return [
    ...[
      row.id,
      time(row.createdAt),
      statuses[row.status],
      row.eventStatus && eventStatusWords[row.eventStatus],
    ],
    ...[row.email, row.phone, row.platformName, row.action],
    ...answerNames.map((name) => row[name]),
    ...[digits(row.amount, row.currency), row.currency, digits(amount, currency), currency],
    ...[row.source, row.campaign, time(row.handledAt), time(row.sendBefore), time(row.withdrawnAt)],
    ...[[reason, row.decisionReasonText].filter(Boolean).join(": ") || null, row.decisionNote],
    ...(isSent(row)
      ? [digits(row.verifiedAmount, row.verifiedCurrency), row.verifiedCurrency]
      : [null, null]),
    ...[time(row.correction?.createdAt ?? null), row.correction?.isChargeback ? "Yes" : null],
    row.correction?.reason ?? null,
    // As the link and the browser said it: what is counted has one form.
    ...[row.utmSource, row.utmCampaign, row.referrer],
  ];
}
