import { csvLine } from "#app/lib/csv.ts";
import { type DecisionReason, decisionReasonTexts } from "#app/lib/domain.ts";
import { formatAmount } from "#app/lib/money.ts";
import type { Submission } from "#app/models/submission.server.ts";

/** What the file says of a submission. */
type Row = Pick<
  Submission,
  | ("id" | "createdAt" | "status" | "eventStatus" | "email" | "phone" | "platformName" | "action")
  | ("reference" | "amount" | "currency" | "verifiedAmount" | "verifiedCurrency" | "correctedAmount")
  | ("correctedCurrency" | "source" | "utmCampaign" | "handledAt" | "withdrawnAt" | "sendBefore")
  | ("decisionReason" | "decisionReasonText" | "decisionNote")
>;

/** A CSV file of submissions, part by part. Its head names the time zone of its times. */
export async function* toCsv(pages: AsyncGenerator<Row[]>, timeZone: string): AsyncGenerator<string> {
  // The byte order mark tells Excel that it is UTF-8.
  yield `\ufeff${csvLine(headOf(timeZone))}`;
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const time = (at: Date | string | null) => (at === null ? null : format.format(new Date(at)));
  for await (const rows of pages) {
    if (rows.length > 0) yield rows.map((row) => csvLine(cellsOf(row, time))).join("");
  }
}

const headOf = (timeZone: string) => [
  ...["ID", `Confirmed at (${timeZone})`, "Status", "Delivery", "Email", "Phone", "Broker", "Action"],
  ...["Account no.", "Amount claimed", "Currency claimed", "Amount", "Currency", "Came from", "Campaign"],
  ...[`Decided at (${timeZone})`, `Send before (${timeZone})`, `Withdrawn at (${timeZone})`],
  ...["Reason", "Note"],
];

const statuses = { pending: "Pending", handled: "Verified", rejected: "Rejected" };
const deliveries = { sent: "Accepted", failed: "Not accepted" };

function cellsOf(row: Row, time: (at: Date | string | null) => string | null) {
  const amount = row.correctedAmount ?? row.verifiedAmount ?? row.amount;
  const currency = row.correctedCurrency ?? row.verifiedCurrency ?? row.currency;
  const digits = (value: string | null, code: string | null) =>
    value !== null && code !== null ? formatAmount(String(value), code) : null;
  const reason = row.decisionReason && decisionReasonTexts[row.decisionReason as DecisionReason];
  return [
    ...[row.id, time(row.createdAt), statuses[row.status], row.eventStatus && deliveries[row.eventStatus]],
    ...[row.email, row.phone, row.platformName, row.action, row.reference],
    ...[digits(row.amount, row.currency), row.currency, digits(amount, currency), currency],
    ...[row.source, row.utmCampaign, time(row.handledAt), time(row.sendBefore), time(row.withdrawnAt)],
    ...[[reason, row.decisionReasonText].filter(Boolean).join(": ") || null, row.decisionNote],
  ];
}
