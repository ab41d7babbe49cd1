const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** No answer makes an event wait longer, so that a wrong header cannot park it past its window. */
export const WAIT_MAX_MS = 60 * MINUTE;

/**
 * How long Meta asks a limited caller to wait, in ms, at most an hour; null when it does not say. From
 * `X-Business-Use-Case-Usage` (`estimated_time_to_regain_access`, minutes), else `X-Ad-Account-Usage`
 * (`reset_time_duration`, seconds): Meta's "Rate limits". `Retry-After` counts where it is longer.
 */
export function rateLimitWaitMs(headers: Record<string, string>): number | null {
  const byUseCase = numbersNamed("estimated_time_to_regain_access", headers["x-business-use-case-usage"]);
  const byAccount = numbersNamed("reset_time_duration", headers["x-ad-account-usage"]);
  const usage =
    largest(byUseCase.map((minutes) => minutes * MINUTE)) ?? largest(byAccount.map((s) => s * SECOND));
  return capped(largest([usage ?? 0, retryAfterMs(headers) ?? 0]));
}

/**
 * `Retry-After` in ms, at most an hour: seconds, or a date against the answer's own `Date`. Null when
 * absent.
 */
export function retryAfterMs(headers: Record<string, string>): number | null {
  const given = headers["retry-after"]?.trim() ?? "";
  if (/^\d{1,9}$/.test(given)) return capped(largest([Number(given) * SECOND]));
  const waitMs = Date.parse(given) - Date.parse(headers.date ?? "");
  return capped(largest([waitMs]));
}

const capped = (ms: number | null) => (ms === null ? null : Math.min(ms, WAIT_MAX_MS));

function largest(values: number[]): number | null {
  const positive = values.filter((value) => Number.isFinite(value) && value > 0);
  return positive.length === 0 ? null : Math.max(...positive);
}

/** Every number under a name, however deep: the use-case header groups its figures by business id. */
function numbersNamed(name: string, json: string | undefined): number[] {
  const found: number[] = [];
  try {
    JSON.parse(json ?? "", (key, value) => {
      if (key === name && typeof value === "number") found.push(value);
      return value;
    });
  } catch {
    // A header that is no JSON says nothing.
  }
  return found;
}
