import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { cappedWait, largest, retryAfterMs } from "#app/services/ad-platforms/shared/retry-after.ts";

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
  return cappedWait(largest([usage ?? 0, retryAfterMs(headers) ?? 0]));
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
