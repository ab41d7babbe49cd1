import { config } from "#app/env.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { forgetRates } from "./get-rates.server.ts";
import { refreshRates } from "./refresh-rates.server.ts";

const STOP_MS = 2 * SECOND;

export type RatesJob = { stop(): Promise<void> };

/** Looks again and again whether newer rates are due, beginning at once. Nothing waits for it. */
export function startRatesJob(): RatesJob {
  let round: Promise<void> | undefined;
  const look = () => {
    round ??= refreshRates()
      .then((isNewer) => {
        if (isNewer) forgetRates();
      })
      .catch((error) => log.warn({ err: error }, "exchange rates could not be looked after"))
      .finally(() => {
        round = undefined;
      });
  };
  look();
  const timer = setInterval(look, config.ratesPollMs);
  return {
    async stop() {
      clearInterval(timer);
      // A fetch that hangs is left to its lease.
      await Promise.race([round, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())]);
    },
  };
}
