import type { AdPlatformResponse, DeliveryResult } from "#app/services/ad-platforms/ad-platform.ts";
import {
  isRecord,
  oneLine,
  readJsonBody,
  readRecords,
} from "#app/services/ad-platforms/shared/response-body.ts";
import { accepted, toResult, type Verdict } from "#app/services/ad-platforms/shared/verdict.ts";
import { readCodeWord } from "./error-body.ts";
import { EVENT_REMEDIES, type GoogleReason } from "./remedies.ts";
import { classify, errorDetails } from "./response.ts";

/** Google has the event already, or this one came first. */
const ACCEPTED = new Set(["DUPLICATE_TRANSACTION_ID", "DUPLICATE_GCLID"]);

const REFUSED: [GoogleReason, string[]][] = [
  ["tooOld", ["EVENT_TOO_OLD"]],
  ["click", ["INVALID_GCLID", "INVALID_GBRAID", "INVALID_WBRAID"]],
  ["refused", ["INVALID_EVENT", "INVALID_FORMAT"]],
  ["consent", ["DENIED_CONSENT", "NO_CONSENT", "UNKNOWN_CONSENT"]],
  // Google has processed these events, so they do not wait: the owner resends them later.
  ["terms", ["DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED"]],
  ["conversionAction", ["ONE_PER_CLICK_CONVERSION_ACTION_NOT_PERMITTED_WITH_BRAID"]],
  ["anotherAccount", ["OPERATING_ACCOUNT_MISMATCH_FOR_AD_IDENTIFIER"]],
];

/** What Google says has become of the one event of a request. */
export function interpretGoogleStatus(response: AdPlatformResponse, receipt: string): DeliveryResult {
  const destination = readDestination(response);
  if (!destination) return notKnown(response, receipt);
  const status = readCodeWord(destination.requestStatus);
  if (status === "SUCCESS") return accepted(receipt);
  if (status !== "FAILED" && status !== "PARTIAL_SUCCESS") return stillOpen(receipt);
  const reasons = reasonsIn(destination);
  if (reasons.some((reason) => ACCEPTED.has(reason))) return accepted(receipt);
  const found = {
    platformCode: [status, ...reasons].slice(0, 2).join("/"),
    message: oneLine(`Google reports ${status}`, reasons.join(", ")),
    traceId: receipt,
  };
  return toResult(classifyReasons(reasons), found, EVENT_REMEDIES);
}

function classifyReasons(reasons: string[]): Verdict<GoogleReason> {
  const reason = REFUSED.find(([, codes]) => codes.some((code) => reasons.includes(code)))?.[0];
  if (reason) return { outcome: "permanent", reason };
  const isKnown = reasons.includes("INTERNAL_ERROR");
  return { outcome: "transient", reason: isKnown ? "lost" : "unknown", isUnknownCode: !isKnown };
}

/** Each request holds one event for one destination. */
function readDestination(response: AdPlatformResponse) {
  const body = readJsonBody(response);
  if (response.kind !== "complete" || response.httpStatus !== 200 || body.kind !== "json") return null;
  return readRecords(body.fields.requestStatusPerDestination)[0] ?? null;
}

/** Without their prefix, which one of them spells differently. */
function reasonsIn({ errorInfo }: Record<string, unknown>): string[] {
  const counts = isRecord(errorInfo) ? readRecords(errorInfo.errorCounts) : [];
  return counts.flatMap(
    ({ reason }) => readCodeWord(reason)?.replace(/^PROCESSING_ERROR_(REASON_)?/, "") ?? [],
  );
}

/** The result is not known yet. A refused credential parks the delivery, which asks again later. */
function notKnown(response: AdPlatformResponse, receipt: string): DeliveryResult {
  const verdict = classify(response);
  if (verdict.outcome === "parked") return toResult(verdict, errorDetails(response), EVENT_REMEDIES);
  return { ...stillOpen(receipt), retryAfterMs: verdict.retryAfterMs ?? null };
}

const stillOpen = (receipt: string): DeliveryResult => ({
  ...accepted(receipt),
  outcome: "submitted",
  receipt,
});
