import { describe, expect, test } from "vitest";
import type { AdPlatformResponse } from "#app/services/ad-platforms/ad-platform.ts";
import {
  completeResponse,
  RESPONSES_WITHOUT_A_CODE,
} from "#app/services/ad-platforms/fixtures/conversion.ts";
import { interpretGoogleCheck, interpretGoogleIngest, interpretGoogleValidation } from "./response.ts";
import { interpretGoogleStatus } from "./result.ts";

type ErrorFields = { reason?: string; violations?: string[]; metadata?: object };
function failed(httpStatus: number, status: string, { reason, violations, metadata }: ErrorFields = {}) {
  const fieldViolations = violations?.map((one) => ({ field: "events[0]", description: "d", reason: one }));
  const details = [
    { reason, metadata },
    ...(fieldViolations ? [{ fieldViolations }] : []),
    { requestId: "T1" },
  ];
  return completeResponse(httpStatus, { error: { code: httpStatus, status, message: "m", details } });
}
const readOutcome = (response: AdPlatformResponse) => interpretGoogleIngest(response).outcome;

describe("Google's answer to an event", () => {
  test("Google's answer to an event is queued, not counted: the result is asked for under the request id", () => {
    expect(interpretGoogleIngest(completeResponse(200, { requestId: "r-1" }))).toMatchObject({
      outcome: "submitted",
      receipt: "r-1",
    });
  });

  test.each([
    "REQUIRED_FIELD_MISSING",
    "INVALID_ARGUMENT",
    "INVALID_FORMAT",
    "INVALID_ENUM_VALUE",
    "INVALID_NUMBER_FORMAT",
    "FIELD_VALUE_TOO_LONG",
    "TOO_MANY_ELEMENTS",
    "INVALID_HEX_ENCODING",
    "INVALID_SHA256_FORMAT",
    "INVALID_POSTAL_CODE",
    "INVALID_REGION_CODE",
    "NO_IDENTIFIERS_PROVIDED",
    "INVALID_CURRENCY_CODE",
    "EVENT_TIME_INVALID",
    "INVALID_EVENT",
    "CUSTOM_VARIABLE_VALUE_CONTAINS_PII",
  ])("Google's answer about the payload is permanent: %s", (reason) => {
    expect(interpretGoogleIngest(failed(400, "INVALID_ARGUMENT", { violations: [reason] }))).toMatchObject({
      outcome: "permanent",
      platformCode: reason === "INVALID_ARGUMENT" ? reason : `INVALID_ARGUMENT/${reason}`,
      message: "m – events[0]: d",
      traceId: "T1",
    });
  });

  test.each([
    "PERMISSION_DENIED",
    "OPERATING_ACCOUNT_LOGIN_ACCOUNT_MISMATCH",
    "NOT_ALLOWLISTED",
    "TERMS_AND_CONDITIONS_NOT_SIGNED",
    "DESTINATION_ACCOUNT_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS",
    "DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED",
    "DESTINATION_ACCOUNT_DATA_POLICY_PROHIBITS_ENHANCED_CONVERSIONS",
    "INVALID_CONVERSION_ACTION_ID",
    "INVALID_CONVERSION_ACTION_TYPE",
    "INVALID_DESTINATION",
    "DESTINATION_ACCOUNT_TYPE_MISMATCH",
    "EVENT_SOURCE_AND_DESTINATION_MISMATCH",
  ])("Google's answer about the account or conversion action waits for the owner: %s", (reason) => {
    expect(readOutcome(failed(400, "INVALID_ARGUMENT", { reason }))).toBe("parked");
  });

  test.each([
    ["UNAUTHENTICATED", 401, "parked"],
    ["PERMISSION_DENIED", 403, "parked"],
    ["INTERNAL", 500, "transient"],
    ["UNAVAILABLE", 503, "transient"],
    ["DEADLINE_EXCEEDED", 504, "transient"],
    ["UNAUTHENTICATED", 200, "parked"],
    ["UNAVAILABLE", 200, "transient"],
  ])("%s with HTTP %i is %s", (status, httpStatus, outcome) => {
    const result = interpretGoogleIngest(failed(httpStatus, status));
    expect(result).toMatchObject({ outcome, platformCode: status });
    expect(result.isUnknownCode).toBeUndefined();
  });

  test.each([
    ["IngestionRequestsPerMinutePerProject", 60_000],
    ["IngestionRequestsPerDayPerProject", 3_600_000],
  ])("Google's limit %s pauses the connection for %i ms", (quota_limit, waitMs) => {
    const limited = failed(429, "RESOURCE_EXHAUSTED", { metadata: { quota_limit } });
    expect(interpretGoogleIngest(limited)).toMatchObject({ outcome: "transient", retryAfterMs: waitMs });
  });

  test("an undocumented code from Google is retried a few times only", () => {
    expect(interpretGoogleIngest(failed(400, "FAILED_PRECONDITION"))).toMatchObject({
      outcome: "transient",
      isUnknownCode: true,
    });
  });

  test("Google's answer to a mere check is the result itself", () => {
    expect(interpretGoogleValidation(completeResponse(200, {})).outcome).toBe("accepted");
    expect(interpretGoogleCheck(failed(400, "INVALID_ARGUMENT"))).toEqual({ ok: true });
    expect(interpretGoogleCheck(failed(403, "PERMISSION_DENIED"))).toMatchObject({
      ok: false,
      result: { outcome: "parked" },
    });
  });
});

test.each(RESPONSES_WITHOUT_A_CODE)("%s has its class", (_what, response, outcome) => {
  expect(interpretGoogleIngest(response)).toMatchObject({ outcome, platformCode: null });
});

describe("Google's result", () => {
  const told = (requestStatus: string, reason?: string) =>
    completeResponse(200, {
      requestStatusPerDestination: [
        { requestStatus, errorInfo: { errorCounts: reason ? [{ recordCount: "1", reason }] : [] } },
      ],
    });
  const readResult = (response: AdPlatformResponse) => interpretGoogleStatus(response, "r-1");
  const reason = (name: string) => `PROCESSING_ERROR_REASON_${name}`;

  test.each([
    ["SUCCESS", undefined, "accepted"],
    ["PROCESSING", undefined, "submitted"],
    ["SOMETHING_NEW", undefined, "submitted"],
    ...["DUPLICATE_TRANSACTION_ID", "DUPLICATE_GCLID"].map((name) => ["FAILED", reason(name), "accepted"]),
    ...[
      "EVENT_TOO_OLD",
      "INVALID_GCLID",
      "INVALID_GBRAID",
      "INVALID_WBRAID",
      "INVALID_EVENT",
      "INVALID_FORMAT",
      "DENIED_CONSENT",
      "NO_CONSENT",
      "UNKNOWN_CONSENT",
      "DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED",
      "ONE_PER_CLICK_CONVERSION_ACTION_NOT_PERMITTED_WITH_BRAID",
    ].map((name) => ["FAILED", reason(name), "permanent"]),
    ["FAILED", "PROCESSING_ERROR_OPERATING_ACCOUNT_MISMATCH_FOR_AD_IDENTIFIER", "permanent"],
    ["PARTIAL_SUCCESS", reason("NO_CONSENT"), "permanent"],
    ["FAILED", reason("INTERNAL_ERROR"), "transient"],
  ] as [string, string | undefined, string][])("%s with %s is %s", (status, why, outcome) => {
    const result = readResult(told(status, why));
    expect(result.outcome).toBe(outcome);
    expect(result.isUnknownCode ?? false).toBe(false);
  });

  test("a result from Google with an undocumented reason is sent again a few times only", () => {
    expect(readResult(told("FAILED", reason("SOMETHING_NEW")))).toMatchObject({
      outcome: "transient",
      isUnknownCode: true,
      platformCode: "FAILED/SOMETHING_NEW",
    });
  });

  test.each(RESPONSES_WITHOUT_A_CODE)("Google's result is not known yet after %s", (_what, response) => {
    expect(readResult(response)).toMatchObject({ outcome: "submitted", receipt: "r-1" });
  });

  test("Google's result waits for the owner if the sign-in is refused", () => {
    expect(readResult(failed(401, "UNAUTHENTICATED")).outcome).toBe("parked");
  });

  test("Google's result is asked for later, if Google asks to wait", () => {
    expect(readResult(failed(429, "RESOURCE_EXHAUSTED"))).toMatchObject({
      outcome: "submitted",
      retryAfterMs: 60_000,
    });
  });
});
