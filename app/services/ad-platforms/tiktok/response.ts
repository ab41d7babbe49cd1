import { MINUTE } from "#app/lib/dates.ts";
import type {
  AdPlatformResponse,
  DeliveryResult,
  PlatformRefusal,
} from "#app/services/ad-platforms/ad-platform.ts";
import {
  type Fields,
  oneLine,
  readInteger,
  readJsonBody,
  readTraceId,
} from "#app/services/ad-platforms/shared/response-body.ts";
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
import { CHECK_REMEDIES, EVENT_REMEDIES, type TikTokReason } from "./remedies.ts";

type TikTokVerdict = Verdict<TikTokReason>;

/** No header says how long a limit lasts: per-second limits last one second, per-minute ones five minutes. */
const LIMIT_MS = 5 * MINUTE;

const byReason: [TikTokReason, TikTokVerdict["outcome"], number[]][] = [
  ["refused", "permanent", [40000, 40002, 40006, 40007, 40008, 40010, 40051, 40700, 41001, 41002]],
  ["permission", "parked", [40001]],
  ["tokenExpired", "parked", [40101, 40102]],
  ["token", "parked", [40104, 40105]],
  ["access", "parked", [40103, 40106, 40110, 40113, 40115, 40118, 40119, 40124, 40125]],
  ["account", "parked", [40300, 40301]],
  ["service", "transient", [40202]],
];
const VERDICTS = new Map<number, TikTokVerdict>(
  byReason.flatMap(([reason, outcome, codes]) => codes.map((code) => [code, { outcome, reason }] as const)),
);
const RATE_CODES = new Set([40016, 40100, 40132, 40133]);
/** Accepted, and a repeat of what was accepted. */
const ACCEPTED_CODES = new Set([0, 40050]);
const PARTLY_ACCEPTED = 20001;

/** What TikTok's response to one event means. Errors are a 200 too, so the code in the body decides. */
export function interpretTikTokResponse(
  response: AdPlatformResponse,
  remedies: typeof EVENT_REMEDIES = EVENT_REMEDIES,
): DeliveryResult {
  const fields = readResponseFields(response);
  const isAccepted = response.kind === "complete" && ACCEPTED_CODES.has(readCode(fields) ?? -1);
  return isAccepted
    ? accepted(readTraceId(fields?.request_id))
    : toResult(classify(response), errorDetails(response), remedies);
}

/**
 * What TikTok's response to a call without an event says about the credential. Refused parameters prove that
 * TikTok has accepted the token.
 */
export function interpretTikTokProbe(response: AdPlatformResponse): { ok: true } | PlatformRefusal {
  const code = response.kind === "complete" ? readCode(readResponseFields(response)) : null;
  return code === 0 || code === 40000 || code === 40002 ? { ok: true } : refusedRead(response);
}

/** The data of a read. */
export function interpretTikTokRead(
  response: AdPlatformResponse,
): { ok: true; data: unknown } | PlatformRefusal {
  const fields = readResponseFields(response);
  return response.kind === "complete" && readCode(fields) === 0
    ? { ok: true, data: fields?.data }
    : refusedRead(response);
}

function refusedRead(response: AdPlatformResponse): PlatformRefusal {
  const verdict = withoutAmbiguity(classify(response), response);
  return toRefused(verdict, errorDetails(response), CHECK_REMEDIES);
}

function classify(response: AdPlatformResponse): TikTokVerdict {
  const lost = classifyTransport(response);
  if (lost) return lost;
  const code = readCode(readResponseFields(response));
  if (code === null) {
    const withoutCode = classifyStatus(response, readJsonBody(response));
    return withoutCode ?? (response.httpStatus === 200 ? unconfirmed : unknownCode);
  }
  if (RATE_CODES.has(code)) return rateLimited(response, LIMIT_MS);
  if (code >= 50_000 && code <= 59_999) return serviceFailed(response);
  // TikTok means a batch. For one event it can be either.
  if (code === PARTLY_ACCEPTED) return unconfirmed;
  return VERDICTS.get(code) ?? unknownCode;
}

function readResponseFields(response: AdPlatformResponse): Fields | null {
  const body = readJsonBody(response);
  return body.kind === "json" ? body.fields : null;
}

const readCode = (fields: Fields | null) => readInteger(fields?.code);

function errorDetails(response: AdPlatformResponse) {
  const body = readJsonBody(response);
  const fields = readResponseFields(response);
  const code = readCode(fields);
  return {
    platformCode: code === null ? null : String(code),
    message: oneLine(fields?.message) ?? describeResponse(response, body),
    traceId: readTraceId(fields?.request_id),
  };
}
