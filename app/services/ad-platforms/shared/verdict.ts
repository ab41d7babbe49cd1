import { MINUTE } from "#app/lib/dates.ts";
import type {
  AdPlatformResponse,
  DeliveryResult,
  PlatformRefusal,
  RefusedSubject,
} from "#app/services/ad-platforms/ad-platform.ts";
import type { CommonReason } from "./remedies.ts";
import type { ResponseBody } from "./response-body.ts";
import { retryAfterMs } from "./retry-after.ts";

/** The fault if nothing was sent because the credential cannot be put into a request. */
export const CREDENTIAL_MALFORMED = "CREDENTIAL_MALFORMED";

/** What a response means, and why: the reason chooses the words. */
export type Verdict<Reason extends string = CommonReason> = Pick<
  DeliveryResult,
  "isUnknownCode" | "connectionFault"
> & {
  outcome: Exclude<DeliveryResult["outcome"], "submitted">;
  reason: Reason | CommonReason;
  retryAfterMs?: number | null;
};

/** The verdict on a call without a complete response; null if it is complete. */
export function classifyTransport({ kind, fault }: AdPlatformResponse): Verdict | null {
  if (fault === CREDENTIAL_MALFORMED) return { outcome: "parked", reason: "malformedCredential" };
  if (kind === "unreached") return { outcome: "transient", reason: "unreached" };
  return kind === "incomplete" ? { outcome: "ambiguous", reason: "incomplete" } : null;
}

/** What a response without any code of the platform means; null if its JSON has to be looked at. */
export function classifyStatus(response: AdPlatformResponse, { kind }: ResponseBody): Verdict | null {
  const status = response.httpStatus ?? 0;
  if (status === 429) return rateLimited(response);
  if (kind === "cut" && status === 200) return { outcome: "ambiguous", reason: "incomplete" };
  return kind !== "json" || status === 408 || status >= 500 ? serviceFailed(response) : null;
}

/** A limit uses up no attempt. Without a wait from the platform, it is a minute. */
export const rateLimited = ({ headers }: AdPlatformResponse, waitMs = MINUTE): Verdict => ({
  outcome: "transient",
  reason: "rateLimit",
  retryAfterMs: retryAfterMs(headers) ?? waitMs,
});

export const serviceFailed = ({ headers }: AdPlatformResponse): Verdict => ({
  outcome: "transient",
  reason: "service",
  retryAfterMs: retryAfterMs(headers),
});

/** Nothing says that the event is refused, so it is retried a few times and then shown. */
export const unknownCode: Verdict = { outcome: "transient", reason: "unknown", isUnknownCode: true };

/** The platform took the call and does not say that it has the event. */
export const unconfirmed: Verdict = { outcome: "ambiguous", reason: "miscounted", isUnknownCode: true };

/** A read is never ambiguous: it changes nothing. */
export function withoutAmbiguity<Reason extends string>(
  verdict: Verdict<Reason>,
  { kind }: AdPlatformResponse,
): Verdict<Reason> {
  if (verdict.outcome !== "ambiguous") return verdict;
  return { ...verdict, outcome: "transient", reason: kind === "complete" ? "service" : "incomplete" };
}

type ResponseDetails = Pick<DeliveryResult, "platformCode" | "message" | "traceId">;

export function toResult<Reason extends string>(
  { outcome, reason, retryAfterMs: waitMs = null, isUnknownCode = false, connectionFault }: Verdict<Reason>,
  found: ResponseDetails,
  remedies: Record<Reason | CommonReason, string>,
): DeliveryResult {
  return {
    outcome,
    retryAfterMs: waitMs,
    ...found,
    remedy: remedies[reason],
    ...(isUnknownCode && { isUnknownCode }),
    ...(connectionFault && { connectionFault }),
  };
}

/** What the platform refuses of the owner's input, by reason. */
const SUBJECTS: Record<string, RefusedSubject> = {
  token: "credential",
  tokenExpired: "credential",
  permission: "permission",
  account: "permission",
  terms: "permission",
  pixel: "asset",
  conversionAction: "asset",
  malformedCredential: "asset",
  version: "server",
};

/** A refusal while connecting: the form shows its remedy at the field of its subject. */
export function toRefused<Reason extends string>(
  verdict: Verdict<Reason>,
  found: ResponseDetails,
  remedies: Record<Reason | CommonReason, string>,
): PlatformRefusal {
  const subject = SUBJECTS[verdict.reason];
  return { ok: false, result: toResult(verdict, found, remedies), ...(subject && { subject }) };
}

export const accepted = (traceId: string | null): DeliveryResult => ({
  outcome: "accepted",
  retryAfterMs: null,
  platformCode: null,
  message: null,
  remedy: null,
  traceId,
});

/** The response in a few words, if the platform gives no message. */
export function describeResponse(
  { kind, fault, httpStatus, isOversized }: AdPlatformResponse,
  body: Pick<ResponseBody, "kind">,
): string {
  if (kind === "unreached") return `Not sent: ${fault ?? "unreached"}`;
  if (kind === "incomplete") return `No complete response: ${fault ?? "incomplete"}`;
  if (httpStatus !== null && httpStatus >= 300 && httpStatus < 400)
    return `HTTP ${httpStatus}: a redirect, probably by a proxy in between`;
  const what = {
    empty: "an empty response",
    foreign: "a response that is not JSON",
    cut: "a cut response",
    json: "a response without a code",
  };
  return `HTTP ${httpStatus}: ${isOversized ? "an oversized response" : what[body.kind]}`;
}
