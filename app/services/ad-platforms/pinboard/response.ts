import type { AdPlatformResponse, DeliveryResult, Refused } from "#app/services/ad-platforms/ad-platform.ts";
import {
  checkRemedies,
  eventRemedies,
  type PlatformWords,
} from "#app/services/ad-platforms/shared/remedies.ts";
import { type Fields, oneLine, readJsonBody } from "#app/services/ad-platforms/shared/response-body.ts";
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

const WORDS: PlatformWords = {
  name: "Pinboard",
  asset: "ad account",
  assetId: "ad account ID",
  tokenSource: "Pinboard Ads, Conversions",
};
const EVENT_REMEDIES = eventRemedies(WORDS);
const CHECK_REMEDIES = { ...EVENT_REMEDIES, ...checkRemedies(WORDS) };

export function interpretResponse(response: AdPlatformResponse): DeliveryResult {
  const { num_events_processed: processed } = fieldsOf(response);
  if (response.kind === "complete" && response.httpStatus === 200 && processed === 1) return accepted(null);
  return toResult(classify(response), errorDetails(response), EVENT_REMEDIES);
}

/** What an empty list of events says about the token: the token is read first. */
export function interpretCheck(response: AdPlatformResponse): { ok: true } | Refused {
  const verdict = withoutAmbiguity(classify(response), response);
  if (verdict.outcome === "permanent") return { ok: true };
  return toRefused(verdict, errorDetails(response), CHECK_REMEDIES);
}

function classify(response: AdPlatformResponse): Verdict {
  const lost = classifyTransport(response);
  if (lost) return lost;
  if (response.httpStatus === 401) return { outcome: "parked", reason: "token" };
  if (response.httpStatus === 403) return { outcome: "parked", reason: "permission" };
  const withoutCode = classifyStatus(response, readJsonBody(response));
  if (withoutCode) return withoutCode;
  if (response.httpStatus === 400 || response.httpStatus === 422)
    return { outcome: "permanent", reason: "refused" };
  return response.httpStatus === 200 ? unconfirmed : unknownCode;
}

function fieldsOf(response: AdPlatformResponse): Fields {
  const body = readJsonBody(response);
  return body.kind === "json" ? body.fields : {};
}

function errorDetails(response: AdPlatformResponse) {
  const { code, message } = fieldsOf(response);
  return {
    platformCode: typeof code === "number" ? String(code) : null,
    message: oneLine(message) ?? describeResponse(response, readJsonBody(response)),
    traceId: null,
  };
}
