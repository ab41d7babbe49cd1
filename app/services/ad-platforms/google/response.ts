import { HOUR } from "#app/lib/dates.ts";
import type {
  AdPlatformResponse,
  DeliveryResult,
  PlatformRefusal,
} from "#app/services/ad-platforms/ad-platform.ts";
import { readJsonBody } from "#app/services/ad-platforms/shared/response-body.ts";
import {
  accepted,
  classifyStatus,
  classifyTransport,
  describeResponse,
  rateLimited,
  serviceFailed,
  toRefused,
  toResult,
  unconfirmed,
  unknownCode,
  type Verdict,
  withoutAmbiguity,
} from "#app/services/ad-platforms/shared/verdict.ts";
import { type GoogleError, readGoogleError } from "./error-body.ts";
import { CHECK_REMEDIES, EVENT_REMEDIES, type GoogleReason, TEST_REMEDIES } from "./remedies.ts";

type GoogleVerdict = Verdict<GoogleReason>;

/** What Google's response to an event means: queued at best. Its result is asked for under the request id. */
export function interpretGoogleIngest(response: AdPlatformResponse): DeliveryResult {
  const receipt = readRequestId(response);
  if (receipt === null) return toResult(classify(response), errorDetails(response), EVENT_REMEDIES);
  return { ...accepted(receipt), outcome: "submitted", receipt };
}

/** The same for an event that Google checks and does not keep: it has no result later. */
export function interpretGoogleValidation(response: AdPlatformResponse): DeliveryResult {
  if (isGood(response)) return accepted(readRequestId(response));
  return toResult(classify(response), errorDetails(response), TEST_REMEDIES);
}

/**
 * What Google's response to a checked event says about the connection. A refused event proves that it works.
 */
export function interpretGoogleCheck(response: AdPlatformResponse): { ok: true } | PlatformRefusal {
  if (isGood(response)) return { ok: true };
  const verdict = withoutAmbiguity(classify(response), response);
  if (verdict.outcome === "permanent") return { ok: true };
  return toRefused(verdict, errorDetails(response), CHECK_REMEDIES);
}

const isGood = (response: AdPlatformResponse) =>
  response.kind === "complete" &&
  response.httpStatus === 200 &&
  readJsonBody(response).kind === "json" &&
  readGoogleError(response) === null;

function readRequestId(response: AdPlatformResponse): string | null {
  const body = readJsonBody(response);
  if (!isGood(response) || body.kind !== "json") return null;
  const { requestId } = body.fields;
  return typeof requestId === "string" && requestId !== "" && requestId.length <= 500 ? requestId : null;
}

/** Reasons that the owner has to settle in the account. */
const ACCOUNT_REASONS: [GoogleReason, string[]][] = [
  ["permission", ["PERMISSION_DENIED", "OPERATING_ACCOUNT_LOGIN_ACCOUNT_MISMATCH"]],
  ["account", ["NOT_ALLOWLISTED", "DESTINATION_ACCOUNT_DATA_POLICY_PROHIBITS_ENHANCED_CONVERSIONS"]],
  [
    "terms",
    [
      "TERMS_AND_CONDITIONS_NOT_SIGNED",
      "DESTINATION_ACCOUNT_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS",
      "DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED",
    ],
  ],
  // Google would refuse each event: they wait until the owner chooses another action.
  [
    "conversionAction",
    [
      "INVALID_CONVERSION_ACTION_ID",
      "INVALID_CONVERSION_ACTION_TYPE",
      "INVALID_DESTINATION",
      "DESTINATION_ACCOUNT_TYPE_MISMATCH",
      "EVENT_SOURCE_AND_DESTINATION_MISMATCH",
    ],
  ],
];
const SERVICE = new Set(["INTERNAL", "INTERNAL_ERROR", "DEADLINE_EXCEEDED", "UNAVAILABLE"]);

export function classify(response: AdPlatformResponse): GoogleVerdict {
  const lost = classifyTransport(response);
  if (lost) return lost;
  const error = readGoogleError(response);
  if (error) return classifyError(error, response);
  if (response.httpStatus === 401) return { outcome: "parked", reason: "token" };
  const withoutCode = classifyStatus(response, readJsonBody(response));
  return withoutCode ?? (response.httpStatus === 200 ? unconfirmed : unknownCode);
}

function classifyError(
  { status, httpCode, reasons, isDailyLimit }: GoogleError,
  response: AdPlatformResponse,
): GoogleVerdict {
  const named = new Set([status, ...reasons]);
  const code = response.httpStatus === 200 ? (httpCode ?? 200) : (response.httpStatus ?? 0);
  if (named.has("UNAUTHENTICATED") || code === 401) return { outcome: "parked", reason: "token" };
  if (named.has("RESOURCE_EXHAUSTED") || code === 429) {
    return rateLimited(response, ...(isDailyLimit ? [HOUR] : []));
  }
  const reason = ACCOUNT_REASONS.find(([, codes]) => codes.some((one) => named.has(one)))?.[0];
  if (reason) return { outcome: "parked", reason };
  if (code === 403) return { outcome: "parked", reason: "permission" };
  if ([...named].some((one) => one !== null && SERVICE.has(one)) || code === 408 || code >= 500) {
    return serviceFailed(response);
  }
  return status === "INVALID_ARGUMENT" ? { outcome: "permanent", reason: "refused" } : unknownCode;
}

export function errorDetails(response: AdPlatformResponse) {
  const error = readGoogleError(response);
  const codes = [error?.status ?? [], error?.reasons ?? []].flat();
  return {
    platformCode: codes.length > 0 ? [...new Set(codes)].slice(0, 2).join("/") : null,
    message: error?.message ?? describeResponse(response, readJsonBody(response)),
    traceId: error?.traceId ?? null,
  };
}
