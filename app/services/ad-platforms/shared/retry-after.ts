import { HOUR, SECOND } from "#app/lib/dates.ts";

/** The longest wait that a response can ask for, so that a wrong header cannot outlast the window. */
export const WAIT_MAX_MS = HOUR;

/**
 * `Retry-After` in ms, at most an hour: seconds, or a date against the response's own `Date`. Null when
 * absent.
 */
export function retryAfterMs(headers: Record<string, string>): number | null {
  const given = headers["retry-after"]?.trim() ?? "";
  if (/^\d{1,9}$/.test(given)) return cappedWait(largest([Number(given) * SECOND]));
  const waitMs = Date.parse(given) - Date.parse(headers.date ?? "");
  return cappedWait(largest([waitMs]));
}

export const cappedWait = (ms: number | null) => (ms === null ? null : Math.min(ms, WAIT_MAX_MS));

export function largest(values: number[]): number | null {
  const positive = values.filter((value) => Number.isFinite(value) && value > 0);
  return positive.length === 0 ? null : Math.max(...positive);
}
