import type {
  AdPlatformResponse,
  CredentialCheck,
  DeliveryOutcome,
} from "#app/services/ad-platforms/ad-platform.ts";
import { rateLimitWaitMs, retryAfterMs, WAIT_MAX_MS } from "./rate-limits.ts";
import { CHECK_REMEDIES, EVENT_REMEDIES, type MetaErrorReason } from "./remedies.ts";

/** The fault of an answer that was never asked for, because the credential cannot be put into a request. */
export const CREDENTIAL_MALFORMED = "CREDENTIAL_MALFORMED";

type Verdict = { outcome: DeliveryOutcome["outcome"]; fault: MetaErrorReason; retryAfterMs?: number | null };
type MetaError = {
  code: number | null;
  subcode: number | null;
  isTransient: boolean;
  message: string | null;
};
type Read =
  | { kind: "empty" | "foreign" | "cut" }
  | { kind: "json"; fields: Record<string, unknown>; error: MetaError | null; traceId: string | null };

/** What Meta's answer to `sentCount` events means: its codes decide, never its words, for those are translated. */
export function interpretMetaResponse(answer: AdPlatformResponse, sentCount: number): DeliveryOutcome {
  const read = readAnswer(answer);
  const isAccepted =
    answer.kind === "answered" &&
    answer.httpStatus === 200 &&
    read.kind === "json" &&
    read.error === null &&
    integerOf(read.fields.events_received) === sentCount;
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
  return meaningOf(answer, read, judge(answer, read), EVENT_REMEDIES);
}

/** What Meta's answer to reading a pixel node says of the credential. A read is never ambiguous: it changes nothing. */
export function interpretMetaCheck(answer: AdPlatformResponse): CredentialCheck {
  const read = readAnswer(answer);
  if (answer.kind === "answered" && answer.httpStatus === 200 && read.kind === "json" && !read.error) {
    const { id, name } = read.fields;
    if (typeof id === "string") {
      const shownName = typeof name === "string" && name !== "" ? name : `Pixel ${id}`;
      return { ok: true, assets: [{ id, name: shownName, type: "pixel" }] };
    }
  }
  const verdict = judge(answer, read);
  const calm: Verdict =
    verdict.outcome === "ambiguous"
      ? { ...verdict, outcome: "transient", fault: answer.kind === "answered" ? "service" : "unanswered" }
      : verdict;
  return { ok: false, meaning: meaningOf(answer, read, calm, { ...EVENT_REMEDIES, ...CHECK_REMEDIES }) };
}

function judge(answer: AdPlatformResponse, read: Read): Verdict {
  if (answer.fault === CREDENTIAL_MALFORMED) return { outcome: "parked", fault: "malformedCredential" };
  if (answer.kind === "unreached") return { outcome: "transient", fault: "unreached" };
  if (answer.kind === "unanswered") return { outcome: "ambiguous", fault: "unanswered" };
  if (read.kind === "json" && read.error) return judgeError(read.error, answer);

  const status = answer.httpStatus ?? 0;
  if (status === 429) return judgeRateLimit(answer);
  if (read.kind === "cut" && status === 200) return { outcome: "ambiguous", fault: "unanswered" };
  if (read.kind !== "json" || status === 408 || status >= 500) return judgeFault(answer);
  if (status !== 200) return { outcome: "transient", fault: "unknown" };
  // Meta took the call and counts other than we do: some of the events may be there. None is none.
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

/** Meta's "Handling errors" and the codes that its event service was seen to give; the order of the lines matters. */
function judgeError({ code, subcode, isTransient }: MetaError, answer: AdPlatformResponse): Verdict {
  const status = answer.httpStatus ?? 0;
  const isIn = (from: number, to: number) => code !== null && code >= from && code <= to;

  if (code !== null && TOKEN_CODES.has(code)) {
    return { outcome: "parked", fault: code === 190 && subcode === 463 ? "tokenExpired" : "token" };
  }
  if (code === 10 || code === 3 || isIn(200, 299)) return { outcome: "parked", fault: "permission" };
  if (code === 100 && subcode === 33) return { outcome: "parked", fault: "pixel" };
  if (code === 2635) return { outcome: "parked", fault: "version" };
  if ((code !== null && RATE_CODES.has(code)) || isIn(80000, 80014) || status === 429) {
    return judgeRateLimit(answer);
  }
  if (code === 368) return { outcome: "transient", fault: "policy", retryAfterMs: WAIT_MAX_MS };
  if (isTransient || (code !== null && SERVICE_CODES.has(code)) || status === 408 || status >= 500) {
    return judgeFault(answer);
  }
  if (code === 100) return { outcome: "permanent", fault: PERMANENT_SUBCODES.get(subcode) ?? "refused" };
  if (code === 506) return { outcome: "permanent", fault: "repeated" };
  // Nothing says that the event itself is refused: losing it for a code nobody knows yet would be worse than trying.
  return { outcome: "transient", fault: "unknown" };
}

const judgeRateLimit = ({ headers }: AdPlatformResponse): Verdict => ({
  outcome: "transient",
  fault: "rateLimit",
  retryAfterMs: rateLimitWaitMs(headers),
});

const judgeFault = ({ headers }: AdPlatformResponse): Verdict => ({
  outcome: "transient",
  fault: "service",
  retryAfterMs: retryAfterMs(headers),
});

function meaningOf(
  answer: AdPlatformResponse,
  read: Read,
  verdict: Verdict,
  remedies: Record<MetaErrorReason, string>,
): DeliveryOutcome {
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

function describe(answer: AdPlatformResponse, read: Read): string {
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

function readAnswer(answer: AdPlatformResponse): Read {
  const text = answer.body.trim();
  if (text === "") return { kind: "empty" };
  if (answer.isOversized) return { kind: "foreign" };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // What begins as an object and does not end as one lost its end on the way.
    return { kind: text.startsWith("{") ? "cut" : "foreign" };
  }
  if (!isRecord(parsed)) return { kind: "foreign" };
  const error = parsed.error ?? null;
  const traceId = traceIdOf((isRecord(error) ? error.fbtrace_id : null) ?? parsed.fbtrace_id);
  return { kind: "json", fields: parsed, error: error === null ? null : readError(error), traceId };
}

/** Meta's error envelope; every key in it may be missing. */
function readError(error: unknown): MetaError {
  const fields = isRecord(error) ? error : { message: error };
  const texts = [fields.message, fields.error_user_title, fields.error_user_msg];
  const words = texts.filter((text): text is string => typeof text === "string" && text.trim() !== "");
  return {
    code: integerOf(fields.code),
    subcode: integerOf(fields.error_subcode),
    isTransient: fields.is_transient === true,
    message: words.length === 0 ? null : oneLine(words.join(" – ")),
  };
}

const MESSAGE_MAX = 500;

/** Without line breaks, and without a token should a message ever quote one. */
function oneLine(text: string): string {
  return text
    .replace(/\bEAA\w{8,}/g, "[token]")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, MESSAGE_MAX);
}

function traceIdOf(value: unknown): string | null {
  return typeof value === "string" && /^[\w-]{1,64}$/.test(value) ? value : null;
}

function integerOf(value: unknown): number | null {
  if (typeof value === "number") return Number.isInteger(value) ? value : null;
  return typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
