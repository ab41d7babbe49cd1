import type {
  AdPlatformResponse,
  Asset,
  DeliveryResult,
  PlatformRefusal,
} from "#app/services/ad-platforms/ad-platform.ts";
import {
  type Fields,
  isRecord,
  readInteger,
  readTraceId,
} from "#app/services/ad-platforms/shared/response-body.ts";
import { WAIT_MAX_MS } from "#app/services/ad-platforms/shared/retry-after.ts";
import {
  accepted,
  classifyStatus,
  classifyTransport,
  describeResponse,
  serviceFailed,
  toRefused,
  toResult,
  unknownCode,
  type Verdict,
  withoutAmbiguity,
} from "#app/services/ad-platforms/shared/verdict.ts";
import { rateLimitWaitMs } from "./rate-limits.ts";
import { type MetaBody, type MetaError, readMetaBody } from "./read-body.ts";
import { CHECK_REMEDIES, EVENT_REMEDIES, type MetaErrorReason } from "./remedies.ts";

type MetaVerdict = Verdict<MetaErrorReason>;

/** What Meta's response to one event means. Its codes decide, because its words are translated. */
export function interpretMetaResponse(
  response: AdPlatformResponse,
  remedies: typeof EVENT_REMEDIES = EVENT_REMEDIES,
): DeliveryResult {
  const read = readMetaBody(response);
  const isAccepted =
    response.kind === "complete" &&
    response.httpStatus === 200 &&
    read.kind === "json" &&
    read.error === null &&
    readInteger(read.fields.events_received) === 1;
  if (isAccepted) return accepted(read.traceId);
  return toResult(classify(response, read), errorDetails(response, read), remedies);
}

/** What Meta's response to reading a pixel node says about the credential. */
export function interpretMetaCheck(
  response: AdPlatformResponse,
): { ok: true; asset: Asset } | PlatformRefusal {
  const read = readMetaBody(response);
  const asset = isRead(response, read) ? toNode(read.fields) : null;
  return asset ? { ok: true, asset: { ...asset, type: "pixel" } } : refusedRead(response, read);
}

/** What Meta's response to reading a list holds. */
export function interpretMetaList(
  response: AdPlatformResponse,
): { ok: true; nodes: Node[] } | PlatformRefusal {
  const read = readMetaBody(response);
  if (!isRead(response, read) || !Array.isArray(read.fields.data)) return refusedRead(response, read);
  return {
    ok: true,
    nodes: read.fields.data.flatMap((node) => (isRecord(node) ? (toNode(node) ?? []) : [])),
  };
}

/** What Meta's response to reading anything else holds; of a refusal, in these words. */
export function interpretMetaRead(
  response: AdPlatformResponse,
  remedies: Record<MetaErrorReason, string>,
): { ok: true; fields: Fields } | PlatformRefusal {
  const read = readMetaBody(response);
  return isRead(response, read) ? { ok: true, fields: read.fields } : refusedRead(response, read, remedies);
}

type Node = { id: string; name: string };

function toNode({ id, name }: Record<string, unknown>): Node | null {
  if (typeof id !== "string") return null;
  return { id, name: typeof name === "string" && name !== "" ? name : `Pixel ${id}` };
}

const isRead = (response: AdPlatformResponse, read: MetaBody): read is Extract<MetaBody, { kind: "json" }> =>
  response.kind === "complete" && response.httpStatus === 200 && read.kind === "json" && !read.error;

function refusedRead(
  response: AdPlatformResponse,
  read: MetaBody,
  remedies: Record<MetaErrorReason, string> = { ...EVENT_REMEDIES, ...CHECK_REMEDIES },
): PlatformRefusal {
  const verdict = withoutAmbiguity(classify(response, read), response);
  return toRefused(verdict, errorDetails(response, read), remedies);
}

function classify(response: AdPlatformResponse, read: MetaBody): MetaVerdict {
  const lost = classifyTransport(response);
  if (lost) return lost;
  if (read.kind === "json" && read.error) return classifyError(read.error, response);
  if (response.httpStatus === 429) return rateLimited(response);
  const withoutCode = classifyStatus(response, read);
  if (withoutCode) return withoutCode;
  if (read.kind !== "json" || response.httpStatus !== 200) return unknownCode;
  // Meta took the call and counts another number: the event may have arrived, unless it counts none.
  const isNone = readInteger(read.fields.events_received) === 0;
  return { outcome: isNone ? "transient" : "ambiguous", reason: "miscounted" };
}

const TOKEN_CODES = new Set([190, 102, 104]);
const RATE_CODES = new Set([4, 17, 32, 341, 613]);
const SERVICE_CODES = new Set([1, 2, 5000, 21009]);
const PERMANENT_SUBCODES = new Map<number | null, MetaErrorReason>([
  [2804003, "tooOld"],
  [2804009, "noValue"],
  [2804010, "noCurrency"],
  [2804016, "notHashed"],
  [2804050, "tooThin"],
]);

/**
 * Meta's "Handling errors" and the codes that its event service was seen to give; the order of the lines
 * matters.
 */
function classifyError({ code, subcode, isTransient }: MetaError, response: AdPlatformResponse): MetaVerdict {
  const status = response.httpStatus ?? 0;
  const isIn = (from: number, to: number) => code !== null && code >= from && code <= to;

  if (code !== null && TOKEN_CODES.has(code)) {
    return { outcome: "parked", reason: code === 190 && subcode === 463 ? "tokenExpired" : "token" };
  }
  if (code === 10 || code === 3 || isIn(200, 299)) return { outcome: "parked", reason: "permission" };
  if (code === 100 && subcode === 33) return { outcome: "parked", reason: "pixel" };
  if (code === 2635) return { outcome: "parked", reason: "version" };
  if ((code !== null && RATE_CODES.has(code)) || isIn(80000, 80014) || status === 429) {
    return rateLimited(response);
  }
  if (code === 368) {
    return { outcome: "transient", reason: "policy", retryAfterMs: WAIT_MAX_MS, connectionFault: "blocked" };
  }
  if (isTransient || (code !== null && SERVICE_CODES.has(code)) || status === 408 || status >= 500) {
    return serviceFailed(response);
  }
  if (code === 100) return { outcome: "permanent", reason: PERMANENT_SUBCODES.get(subcode) ?? "refused" };
  if (code === 506) return { outcome: "permanent", reason: "repeated" };
  return unknownCode;
}

const rateLimited = ({ headers }: AdPlatformResponse): MetaVerdict => ({
  outcome: "transient",
  reason: "rateLimit",
  retryAfterMs: rateLimitWaitMs(headers),
});

function errorDetails(response: AdPlatformResponse, read: MetaBody) {
  const error = read.kind === "json" ? read.error : null;
  return {
    platformCode: error && error.code !== null ? [error.code, error.subcode ?? []].flat().join("/") : null,
    message: error?.message ?? describe(response, read),
    traceId: (read.kind === "json" ? read.traceId : null) ?? readTraceId(response.headers["x-fb-trace-id"]),
  };
}

function describe(response: AdPlatformResponse, read: MetaBody): string {
  const isCount = response.kind === "complete" && read.kind === "json" && response.httpStatus === 200;
  const counted = isCount ? `, events_received ${readInteger(read.fields.events_received) ?? "missing"}` : "";
  return describeResponse(response, read) + counted;
}
