import type { AdPlatformResponse } from "#app/services/ad-platforms/ad-platform.ts";
import {
  isRecord,
  oneLine,
  readInteger,
  readJsonBody,
  readRecords,
  readTraceId,
} from "#app/services/ad-platforms/shared/response-body.ts";

export type GoogleError = {
  /** Such as `INVALID_ARGUMENT`; null if the error names none. */
  status: string | null;
  httpCode: number | null;
  /** The reasons of the error and of each of its fields. */
  reasons: string[];
  message: string | null;
  traceId: string | null;
  /** Whether a limit is the day's and not the minute's. */
  isDailyLimit: boolean;
};

/** The error of a response in Google's common shape; null without an error. */
export function readGoogleError(response: AdPlatformResponse): GoogleError | null {
  const body = readJsonBody(response);
  const error = body.kind === "json" ? body.fields.error : null;
  if (!isRecord(error)) return null;
  const details = readRecords(error.details);
  const violations = details.flatMap(({ fieldViolations }) => readRecords(fieldViolations));
  const limit = details
    .map(({ metadata }) => (isRecord(metadata) ? metadata.quota_limit : null))
    .find(Boolean);
  return {
    status: readCodeWord(error.status),
    httpCode: readInteger(error.code),
    reasons: [...details, ...violations].flatMap(({ reason }) => readCodeWord(reason) ?? []),
    message: oneLine(
      error.message,
      ...violations.slice(0, 3).map(({ field, description }) => `${field}: ${description}`),
    ),
    traceId: details.map(({ requestId }) => readTraceId(requestId)).find((id) => id !== null) ?? null,
    isDailyLimit: /day/i.test(String(limit ?? "")),
  };
}

export const readCodeWord = (value: unknown): string | null =>
  typeof value === "string" && /^[A-Z][A-Z0-9_]{1,90}$/.test(value) ? value : null;
