import { config } from "#app/env.server.ts";
import { DAY, HOUR, SECOND } from "#app/lib/dates.ts";
import { runAccountRequests } from "#app/services/accounts/run-account-requests.server.ts";
import { deleteExpiredDecoys } from "#app/services/auth/registration/decoy-registrations.server.ts";
import { deleteOldEvents } from "#app/services/domain-events/delete-old-events.server.ts";
import { invalidateRates } from "#app/services/exchange-rates/get-rates.server.ts";
import { refreshRates } from "#app/services/exchange-rates/refresh-rates.server.ts";
import { flushViews } from "#app/services/opt-in-forms/page-views.server.ts";
import { checkTotals } from "#app/services/submissions/check-totals.server.ts";
import { deliveries } from "./deliveries.server.ts";
import { emails } from "./emails.server.ts";
import { eventConsumers } from "./event-consumers.server.ts";
import type { Job } from "./job.server.ts";

/** The background work. Every process with RUN_WORKER runs it. */
export const jobs: Job[] = [
  deliveries,
  emails,
  ...eventConsumers,
  { name: "account requests", everyMs: 2 * SECOND, run: runAccountRequests },
  { name: "exchange rates", everyMs: config.ratesPollMs, stopMs: 2 * SECOND, run: updateRates },
  { name: "expired decoy registrations", everyMs: 2 * SECOND, run: deleteExpiredDecoys },
  { name: "old domain events", everyMs: HOUR, run: deleteOldEvents },
  { name: "totals check", everyMs: DAY, startsLate: true, run: checkTotals },
];

/** What each process that serves pages runs, because it holds the data in memory. */
export const serverJobs: Job[] = [{ name: "page views", everyMs: SECOND, startsLate: true, run: flushViews }];

async function updateRates(): Promise<void> {
  if (await refreshRates()) invalidateRates();
}
