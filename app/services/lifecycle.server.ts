import { databaseWarnings } from "#app/database/checks.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import { pendingMigrations } from "#app/database/migrate.server.ts";
import { config } from "#app/env.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import type { PollingJob } from "#app/lib/polling-job.server.ts";
import { startAccountJobs } from "#app/services/accounts/account-jobs.server.ts";
import { flushViews } from "#app/services/opt-in-forms/page-views.server.ts";
import { checkTotals } from "#app/services/submissions/check-totals.server.ts";
import { hasDemoAccounts } from "./accounts/demo-accounts.server.ts";
import { startDeliveryWorker } from "./deliveries/worker.server.ts";
import { startRatesJob } from "./exchange-rates/rates-job.server.ts";
import { startMailWorker } from "./mail/mail-worker.server.ts";
import { drainSubmissions } from "./submissions/write-queue.server.ts";

let jobs: PollingJob[] = [];
let recount: NodeJS.Timeout | undefined;

/**
 * Reaches the database and begins the background work.
 * @throws {Error} a sentence: the database is away, or its schema is older than this version
 */
export async function startApp(): Promise<void> {
  try {
    await sequelize.authenticate();
  } catch (error) {
    throw new Error("The database cannot be reached. Check DATABASE_URL and that its server runs.", {
      cause: error,
    });
  }
  const pending = await pendingMigrations();
  if (pending.length > 0) {
    throw new Error(
      `The database lacks ${pending.length} migrations, ${pending[0]} first. Run npm run migrate.`,
    );
  }
  if (config.isProduction && (await hasDemoAccounts())) {
    throw new Error(
      "This database holds the demo's accounts, whose passwords are public. Production needs a database of its own.",
    );
  }
  for (const warning of await databaseWarnings()) log.warn(warning);
  if (!config.runsWorker) return;
  jobs = [startDeliveryWorker(), startMailWorker(), startAccountJobs(), startRatesJob()];
  recount = setInterval(
    () => void checkTotals().catch((error) => log.warn({ err: error }, "totals could not be checked")),
    DAY,
  );
}

/** Lets queued writes and begun sends finish, gives leases back, closes the pool. */
export async function stopApp(): Promise<void> {
  clearInterval(recount);
  await Promise.all(jobs.map((job) => job.stop()));
  await drainSubmissions();
  await flushViews();
  await sequelize.close();
}

/** Whether requests can be served: the database answers and its schema is ours. */
export async function isReady(): Promise<{ isReady: boolean; problems: string[] }> {
  try {
    const pending = await pendingMigrations();
    return {
      isReady: pending.length === 0,
      problems: pending.length === 0 ? [] : ["migrations are missing"],
    };
  } catch (error) {
    log.warn({ err: error }, "not ready");
    return { isReady: false, problems: ["the database cannot be reached"] };
  }
}
