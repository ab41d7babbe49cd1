import { AD_IDS, CLICK_IDS, type ClickId } from "#app/lib/ad-platforms.ts";
import { type DecisionReason, decisionReasonTexts } from "#app/lib/domain.ts";
import type { EventStatus } from "#app/lib/event-state.ts";
import { type Cells, type FileStyle, type ListTable, writeListFile } from "#app/lib/list-file.server.ts";
import { formatAmount } from "#app/lib/money.ts";
import { getKeys } from "#app/lib/objects.ts";
import { ANSWERS, answerNames } from "#app/lib/opt-in-answers.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import type { ExportedSubmission } from "./export-submissions.server.ts";

/** A file of submissions, part by part. Its head names the time zone of its times. */
export function toListFile(
  style: FileStyle,
  pages: AsyncIterable<ExportedSubmission[]>,
  timeZone: string,
): AsyncGenerator<string | Uint8Array> {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const time: Time = (at) => (at === null ? null : format.format(new Date(at)));
  const table = async function* () {
    for await (const rows of pages) yield rows.map((row) => toCells(row, time));
  };
  return writeListFile({ name: "Claims", columns: getColumns(timeZone), pages: table() }, style);
}

/** "april.csv, 12" */
const namePlace = (fileName: string, lines: number[]) => [fileName, ...lines].join(", ");

type Time = (at: Date | string | null) => string | null;

const clickIds: ClickId[] = getKeys(CLICK_IDS);

function getColumns(timeZone: string): ListTable["columns"] {
  const ids = ["Campaign ID", "Ad set ID", "Ad ID"];
  const digits: string[] = ["Phone", ...Object.values(ANSWERS), ...ids];
  return [
    "ID",
    `Confirmed at (${timeZone})`,
    "Status",
    "Delivery",
    "Email",
    "Phone",
    "Broker",
    "Action",
    ...Object.values(ANSWERS),
    "Amount claimed",
    "Currency claimed",
    "Amount",
    "Currency",
    "Came from",
    "Campaign",
    `Decided at (${timeZone})`,
    `Send before (${timeZone})`,
    `Withdrawn at (${timeZone})`,
    `Sharing ended at (${timeZone})`,
    "Reason",
    "Note",
    "Amount sent",
    "Currency sent",
    `Corrected at (${timeZone})`,
    "Charged back",
    "Correction reason",
    "Commission",
    "Commission currency",
    "Commission tier",
    "Decided by",
    "Decided by a rule",
    "Country",
    "UTM source",
    "UTM medium",
    "UTM campaign",
    "UTM content",
    "UTM term",
    "Referrer",
    ...clickIds.map((clickId) => CLICK_IDS[clickId]),
    ...adPlatforms.all().map(({ name }) => `Event ID (${name})`),
    "Unlikely amount",
    "Came in a rush",
    "Statement",
    "Taken back",
    "Form",
    "Link",
    ...ids,
  ].map((header) => ({
    header,
    isNumber: header.startsWith("Amount") || header === "Commission",
    isDigits: digits.includes(header),
  }));
}

const statuses = { pending: "Pending", handled: "Verified", rejected: "Rejected" };
/** A correction is never sent, so what a platform has is the verified amount. */
const isSent = ({ deliveryStates }: ExportedSubmission) => /:(sent|confirmed)/.test(deliveryStates ?? "");

const eventStatusWords: Record<EventStatus, string> = { sent: "Accepted", failed: "Not accepted" };

function toCells(row: ExportedSubmission, time: Time): Cells {
  const amount = row.correctedAmount ?? row.verifiedAmount ?? row.amount;
  const currency = row.correctedCurrency ?? row.verifiedCurrency ?? row.currency;
  const digits = (value: string | null, code: string | null) =>
    value !== null && code !== null ? formatAmount(String(value), code) : null;
  const reason = row.decisionReason && decisionReasonTexts[row.decisionReason as DecisionReason];
  const { earned = null, tierCurrency = null, tierName = null } = row.commission ?? {};
  return [
    row.id,
    time(row.createdAt),
    statuses[row.status],
    row.eventStatus && eventStatusWords[row.eventStatus],
    row.email,
    row.phone,
    row.platformName,
    row.action,
    ...answerNames.map((name) => row[name]),
    digits(row.amount, row.currency),
    row.currency,
    digits(amount, currency),
    currency,
    row.source,
    row.campaign,
    time(row.handledAt),
    time(row.sendBefore),
    time(row.withdrawnAt),
    time(row.sharingEndedAt),
    [reason, row.decisionReasonText].filter(Boolean).join(": ") || null,
    row.decisionNote,
    ...(isSent(row)
      ? [digits(row.verifiedAmount, row.verifiedCurrency), row.verifiedCurrency]
      : [null, null]),
    time(row.correction?.createdAt ?? null),
    row.correction?.isChargeback ? "Yes" : null,
    row.correction?.reason ?? null,
    digits(earned, tierCurrency),
    earned === null ? null : tierCurrency,
    tierName,
    row.decidedBy?.name ?? null,
    row.decidedBy?.kind === "rule" ? "Yes" : null,
    row.country,
    // As the link and the browser said it: what is counted has one form.
    row.utmSource,
    row.utmMedium,
    row.utmCampaign,
    row.utmContent,
    row.utmTerm,
    row.referrer,
    ...clickIds.map((clickId) => row[clickId]),
    ...adPlatforms
      .all()
      .map(({ id }) => row.deliveries.find(({ adPlatform }) => adPlatform === id)?.eventId ?? null),
    row.unlikelyAmount ? "Yes" : null,
    row.cameInRush ? "Yes" : null,
    row.evidence && namePlace(row.evidence.fileName, JSON.parse(row.evidence.lines)),
    row.reversals.map(({ fileName, line }) => namePlace(fileName, [line])).join("; ") || null,
    row.formName,
    row.link,
    ...getKeys(AD_IDS).map((name) => row[name]),
  ];
}
