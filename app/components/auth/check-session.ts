import { debugLog } from "#app/browser/shared/debug-log.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { paths } from "#app/paths.ts";

const EVERY_MS = 3.5 * MINUTE;
const DEBOUNCE_MS = 300;
const TRIES_MAX = 3;
const RETRY_FIRST_MS = 1000;

/**
 * In how many milliseconds the session ends, as the server counts them. Without a response it tries three
 * times, then returns null.
 */
export async function askForEnd(): Promise<number | "ended" | null> {
  for (let delayMs = RETRY_FIRST_MS, tries = 1; ; delayMs *= 2, tries++) {
    const response = await fetch(paths.session(), { method: "POST" }).catch(() => null);
    const path = location.pathname + location.search;
    debugLog("access", { path, status: response?.status ?? "no response" });
    if (response?.status === 401) return "ended";
    if (response?.ok) return ((await response.json()) as { endsInMs: number }).endsInMs;
    if (tries === TRIES_MAX) return null;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}

/**
 * Checks at once, every 3.5 minutes and when the page becomes visible. Of checks in quick succession it makes
 * the last.
 * @returns a function that ends it
 */
export function checkRegularly(check: () => void): () => void {
  let debounce: ReturnType<typeof setTimeout>;
  const checkSoon = () => {
    clearTimeout(debounce);
    debounce = setTimeout(check, DEBOUNCE_MS);
  };
  const whenSeen = () => {
    if (document.visibilityState === "visible") checkSoon();
  };
  checkSoon();
  const every = setInterval(checkSoon, EVERY_MS);
  document.addEventListener("visibilitychange", whenSeen);
  window.addEventListener("pageshow", whenSeen);
  return () => {
    clearInterval(every);
    clearTimeout(debounce);
    document.removeEventListener("visibilitychange", whenSeen);
    window.removeEventListener("pageshow", whenSeen);
  };
}
