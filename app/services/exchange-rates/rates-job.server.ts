import { config } from "#app/env.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { type PollingJob, startPolling } from "#app/lib/polling-job.server.ts";
import { invalidateRates } from "./get-rates.server.ts";
import { refreshRates } from "./refresh-rates.server.ts";

const STOP_MS = 2 * SECOND;

/** Looks again and again whether newer rates are due, beginning at once. Nothing waits for it. */
export function startRatesJob(): PollingJob {
  return startPolling({
    job: "exchange rates",
    pauseMs: config.ratesPollMs,
    stopMs: STOP_MS,
    round: async () => {
      if (await refreshRates()) invalidateRates();
      return false;
    },
  });
}
