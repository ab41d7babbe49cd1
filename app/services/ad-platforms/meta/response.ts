import type {
  AdPlatformResponse,
  Asset,
  DeliveryResult,
  Refused,
} from "#app/services/ad-platforms/ad-platform.ts";
import { rateLimitWaitMs, retryAfterMs, WAIT_MAX_MS } from "./rate-limits.ts";
import { integerOf, isRecord, type MetaBody, type MetaError, readBody, traceIdOf } from "./read-body.ts";
import { CHECK_REMEDIES, EVENT_REMEDIES, type MetaErrorReason } from "./remedies.ts";

/** The fault if nothing was sent because the credential cannot be put into a request. */
export const CREDENTIAL_MALFORMED = "CREDENTIAL_MALFORMED";

type Verdict = {
  outcome: Exclude<DeliveryResult["outcome"], "submitted">;
  fault: MetaErrorReason;
  retryAfterMs?: number | null;
};

/** What Meta's response to one event means. Its codes decide, because its words are translated. */
export function interpretMetaResponse(answer: AdPlatformResponse): DeliveryResult {
  const read = readBody(answer);
  const isAccepted =
    answer.kind === "answered" &&
    answer.httpStatus === 200 &&
    read.kind === "json" &&
    read.error === null &&
    integerOf(read.fields.events_received) === 1;
  if (isAccepted) {
    const { traceId } = read;
    return {
      outcome: "accepted",
      retryAfterMs: null,
      platformCode: null,
      message: null,
      remedy: null,
      traceId,
    };
  }
  return toResult(answer, read, classify(answer, read), EVENT_REMEDIES);
}

/** What Meta's response to reading a pixel node says about the credential. */
export function interpretMetaCheck(answer: AdPlatformResponse): { ok: true; asset: Asset } | Refused {
  const read = readBody(answer);
  const asset = isRead(answer, read) ? nodeOf(read.fields) : null;
  return asset ? { ok: true, asset: { ...asset, type: "pixel" } } : refusedRead(answer, read);
}

/** What Meta's response to reading a list holds. */
export function interpretMetaList(answer: AdPlatformResponse): { ok: true; nodes: Node[] } | Refused {
  const read = readBody(answer);
  if (!isRead(answer, read) || !Array.isArray(read.fields.data)) return refusedRead(answer, read);
  return {
    ok: true,
    nodes: read.fields.data.flatMap((node) => (isRecord(node) ? (nodeOf(node) ?? []) : [])),
  };
}

type Node = { id: string; name: string };

function nodeOf({ id, name }: Record<string, unknown>): Node | null {
  if (typeof id !== "string") return null;
  return { id, name: typeof name === "string" && name !== "" ? name : `Pixel ${id}` };
}

const isRead = (answer: AdPlatformResponse, read: MetaBody): read is Extract<MetaBody, { kind: "json" }> =>
  answer.kind === "answered" && answer.httpStatus === 200 && read.kind === "json" && !read.error;

/** A read is never ambiguous: it changes nothing. */
function refusedRead(answer: AdPlatformResponse, read: MetaBody): Refused {
  const verdict = classify(answer, read);
  const unambiguous: Verdict =
    verdict.outcome === "ambiguous"
      ? { ...verdict, outcome: "transient", fault: answer.kind === "answered" ? "service" : "unanswered" }
      : verdict;
  return { ok: false, result: toResult(answer, read, unambiguous, { ...EVENT_REMEDIES, ...CHECK_REMEDIES }) };
}

/** Meta marks an event as a test only by a code from Events Manager. */
export const noTestEventCode: DeliveryResult = {
  outcome: "permanent",
  retryAfterMs: null,
  platformCode: null,
  message: "Not sent: there is no test event code.",
  remedy: "Enter the code that Events Manager shows under Test events, then send the test event again.",
  traceId: null,
};

function classify(answer: AdPlatformResponse, read: MetaBody): Verdict {
  if (answer.fault === CREDENTIAL_MALFORMED) return { outcome: "parked", fault: "malformedCredential" };
  if (answer.kind === "unreached") return { outcome: "transient", fault: "unreached" };
  if (answer.kind === "unanswered") return { outcome: "ambiguous", fault: "unanswered" };
  if (read.kind === "json" && read.error) return classifyError(read.error, answer);

  const status = answer.httpStatus ?? 0;
  if (status === 429) return rateLimited(answer);
  if (read.kind === "cut" && status === 200) return { outcome: "ambiguous", fault: "unanswered" };
  if (read.kind !== "json" || status === 408 || status >= 500) return serviceFailed(answer);
  if (status !== 200) return { outcome: "transient", fault: "unknown" };
  // Meta took the call and counts another number than one: the event may be there, unless it counts none.
  const isNone = integerOf(read.fields.events_received) === 0;
  return { outcome: isNone ? "transient" : "ambiguous", fault: "miscounted" };
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
function classifyError({ code, subcode, isTransient }: MetaError, answer: AdPlatformResponse): Verdict {
  const status = answer.httpStatus ?? 0;
  const isIn = (from: number, to: number) => code !== null && code >= from && code <= to;

  if (code !== null && TOKEN_CODES.has(code)) {
    return { outcome: "parked", fault: code === 190 && subcode === 463 ? "tokenExpired" : "token" };
  }
  if (code === 10 || code === 3 || isIn(200, 299)) return { outcome: "parked", fault: "permission" };
  if (code === 100 && subcode === 33) return { outcome: "parked", fault: "pixel" };
  if (code === 2635) return { outcome: "parked", fault: "version" };
  if ((code !== null && RATE_CODES.has(code)) || isIn(80000, 80014) || status === 429) {
    return rateLimited(answer);
  }
  if (code === 368) return { outcome: "transient", fault: "policy", retryAfterMs: WAIT_MAX_MS };
  if (isTransient || (code !== null && SERVICE_CODES.has(code)) || status === 408 || status >= 500) {
    return serviceFailed(answer);
  }
  if (code === 100) return { outcome: "permanent", fault: PERMANENT_SUBCODES.get(subcode) ?? "refused" };
  if (code === 506) return { outcome: "permanent", fault: "repeated" };
  // Nothing says that the event itself is refused: losing it for an unknown code would be worse than trying.
  return { outcome: "transient", fault: "unknown" };
}

const rateLimited = ({ headers }: AdPlatformResponse): Verdict => ({
  outcome: "transient",
  fault: "rateLimit",
  retryAfterMs: rateLimitWaitMs(headers),
});

const serviceFailed = ({ headers }: AdPlatformResponse): Verdict => ({
  outcome: "transient",
  fault: "service",
  retryAfterMs: retryAfterMs(headers),
});

function toResult(
  answer: AdPlatformResponse,
  read: MetaBody,
  verdict: Verdict,
  remedies: Record<MetaErrorReason, string>,
): DeliveryResult {
  const error = read.kind === "json" ? read.error : null;
  return {
    outcome: verdict.outcome,
    retryAfterMs: verdict.retryAfterMs ?? null,
    platformCode: error && error.code !== null ? [error.code, error.subcode ?? []].flat().join("/") : null,
    message: error?.message ?? describe(answer, read),
    remedy: remedies[verdict.fault],
    traceId: (read.kind === "json" ? read.traceId : null) ?? traceIdOf(answer.headers["x-fb-trace-id"]),
  };
}

function describe(answer: AdPlatformResponse, read: MetaBody): string {
  if (answer.kind === "unreached") return `Not sent: ${answer.fault ?? "unreached"}`;
  if (answer.kind === "unanswered") return `No whole answer: ${answer.fault ?? "unanswered"}`;
  const what = {
    empty: "an empty answer",
    foreign: "an answer that is not JSON",
    cut: "a cut answer",
    json: "an answer without a code",
  };
  const isCount = read.kind === "json" && answer.httpStatus === 200;
  const counted = isCount ? `, events_received ${integerOf(read.fields.events_received) ?? "missing"}` : "";
  return `HTTP ${answer.httpStatus}: ${answer.isOversized ? "an oversized answer" : what[read.kind]}${counted}`;
}
