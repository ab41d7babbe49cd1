import { config } from "#app/env.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { type Rounds, startRounds } from "#app/lib/rounds.server.ts";
import { forgetRates } from "./get-rates.server.ts";
import { refreshRates } from "./refresh-rates.server.ts";

const STOP_MS = 2 * SECOND;

/** Looks again and again whether newer rates are due, beginning at once. Nothing waits for it. */
export function startRatesJob(): Rounds {
  return startRounds({
    job: "exchange rates",
    pauseMs: config.ratesPollMs,
    stopMs: STOP_MS,
    round: async () => {
      if (await refreshRates()) forgetRates();
      return false;
    },
  });
}
