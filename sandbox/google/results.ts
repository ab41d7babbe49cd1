import { randomUUID } from "node:crypto";
import type { Fault } from "../faults.ts";
import { type Fields, isFields, toText } from "../fields.ts";

const KEPT_MAX = 100_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const WINDOW_MS = 90 * DAY_MS;
const REASON = "PROCESSING_ERROR_REASON_";

type StoredRequest = {
  at: number;
  destination: unknown;
  count: number;
  reason: string | null;
  isNever: boolean;
};

/** The requests by their id, and the transactions that each conversion action has counted. */
const requests = new Map<string, StoredRequest>();
const counted = new Set<string>();

export function forgetResults(): void {
  requests.clear();
  counted.clear();
}

const BY_FAULT: Partial<Record<Fault, string>> = {
  "result-lost": "INTERNAL_ERROR",
  "result-refused": "INVALID_GCLID",
  "result-no-consent": "NO_CONSENT",
  "result-terms": "DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED",
};

/** Keeps a request, whose outcome is settled now and told later. */
export function keepRequest(
  { assetId, destination, events }: { assetId: string; destination: unknown; events: unknown[] },
  { fault, nowMs }: { fault: Fault | null; nowMs: number },
): string {
  const requestId = randomUUID();
  const reason =
    (fault && BY_FAULT[fault]) ?? events.map((event) => reasonAgainst(event, assetId, nowMs)).find(Boolean);
  const isNever = fault === "result-never";
  requests.set(requestId, { at: nowMs, destination, count: events.length, reason: reason ?? null, isNever });
  forgetOldest(requests);
  return requestId;
}

function reasonAgainst(event: unknown, assetId: string, nowMs: number): string | null {
  const { transactionId, eventTimestamp, consent }: Fields = isFields(event) ? event : {};
  if (nowMs - Date.parse(String(eventTimestamp)) > WINDOW_MS) return "EVENT_TOO_OLD";
  if (isFields(consent) && consent.adUserData === "CONSENT_DENIED") return "DENIED_CONSENT";
  if (toText(transactionId) === "") return null;
  const key = `${assetId} ${transactionId}`;
  if (counted.has(key)) return "DUPLICATE_TRANSACTION_ID";
  counted.add(key);
  forgetOldest(counted);
  return null;
}

function forgetOldest(kept: Map<string, unknown> | Set<string>): void {
  if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value ?? "");
}

/** What `requestStatus:retrieve` tells of a request; null for one it does not know. */
export function getStatus(requestId: string, { nowMs, resultMs }: { nowMs: number; resultMs: number }) {
  const kept = requests.get(requestId);
  if (!kept) return null;
  const isOpen = kept.isNever || nowMs - kept.at < resultMs;
  const requestStatus = isOpen ? "PROCESSING" : kept.reason === null ? "SUCCESS" : "FAILED";
  const isFailed = requestStatus === "FAILED";
  return {
    requestStatusPerDestination: [
      {
        destination: kept.destination,
        requestStatus,
        ...(isFailed && {
          errorInfo: {
            errorCounts: [{ recordCount: String(kept.count), reason: `${REASON}${kept.reason}` }],
          },
        }),
        // Numbers of 64 bits are text in Google's JSON.
        eventsIngestionStatus: { recordCount: String(isOpen || isFailed ? 0 : kept.count) },
      },
    ],
  };
}
