import type {
  AdPlatformResponse,
  DeliveryResult,
  PlatformRefusal,
} from "#app/services/ad-platforms/ad-platform.ts";
import {
  type Fields,
  isRecord,
  oneLine,
  readJsonBody,
  readRecords,
} from "#app/services/ad-platforms/shared/response-body.ts";
import {
  accepted,
  classifyStatus,
  classifyTransport,
  describeResponse,
  toRefused,
  toResult,
  unconfirmed,
  unknownCode,
  type Verdict,
  withoutAmbiguity,
} from "#app/services/ad-platforms/shared/verdict.ts";
import { CHECK_REMEDIES, EVENT_REMEDIES } from "./remedies.ts";

/**
 * What Snapchat's response to one event means, by HTTP status and its own `status`: the texts in its error
 * codes are not documented.
 */
export function interpretSnapchatResponse(
  response: AdPlatformResponse,
  remedies: typeof EVENT_REMEDIES = EVENT_REMEDIES,
): DeliveryResult {
  if (isValid(response)) return accepted(null);
  return toResult(classify(response), errorDetails(response), remedies);
}

/** What Snapchat's response to a checked event says about the credential: a bad event proves a good token. */
export function interpretSnapchatCheck(response: AdPlatformResponse): { ok: true } | PlatformRefusal {
  if (isValid(response)) return { ok: true };
  const verdict = withoutAmbiguity(classify(response), response);
  if (verdict.outcome === "permanent") return { ok: true };
  return toRefused(verdict, errorDetails(response), CHECK_REMEDIES);
}

const isValid = (response: AdPlatformResponse) =>
  response.kind === "complete" && response.httpStatus === 200 && readStatus(response) === "VALID";

function classify(response: AdPlatformResponse): Verdict {
  const lost = classifyTransport(response);
  if (lost) return lost;
  // Their bodies are not documented: the status alone decides.
  if (response.httpStatus === 401) return { outcome: "parked", reason: "token" };
  if (response.httpStatus === 403) return { outcome: "parked", reason: "permission" };
  const withoutCode = classifyStatus(response, readJsonBody(response));
  if (withoutCode) return withoutCode;
  const isRefused = response.httpStatus === 200 || response.httpStatus === 400;
  if (isRefused && readStatus(response) === "INVALID") return { outcome: "permanent", reason: "refused" };
  return response.httpStatus === 200 ? unconfirmed : unknownCode;
}

function readResponseFields(response: AdPlatformResponse): Fields {
  const body = readJsonBody(response);
  return body.kind === "json" ? body.fields : {};
}

const readStatus = (response: AdPlatformResponse) => readResponseFields(response).status;

const CODES_MAX = 100;

function errorDetails(response: AdPlatformResponse) {
  const fields = readResponseFields(response);
  const { status, reason } = fields;
  const errors = [fields, ...readRecords(fields.event_logs)].map((holder) => holder.errors).find(isRecord);
  const codes = readTexts(errors?.codes);
  return {
    platformCode:
      typeof status === "string" ? [status, ...codes].join("/").slice(0, CODES_MAX) || null : null,
    message:
      oneLine(reason, ...readTexts(errors?.error_msgs)) ?? describeResponse(response, readJsonBody(response)),
    traceId: null,
  };
}

const readTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text): text is string => typeof text === "string") : [];
