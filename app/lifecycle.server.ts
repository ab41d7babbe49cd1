import { databaseWarnings } from "#app/database/checks.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import { pendingMigrations } from "#app/database/migrate.server.ts";
import { config } from "#app/env.server.ts";
import { log } from "#app/lib/log.server.ts";
import { hasDemoAccounts } from "#app/services/accounts/demo-accounts.server.ts";
import { closeTransport } from "#app/services/mail/transport.server.ts";
import { flushViews } from "#app/services/opt-in-forms/page-views.server.ts";
import { drainSubmissions } from "#app/services/submissions/write-queue.server.ts";
import { jobs, serverJobs } from "./jobs/index.server.ts";
import { type RunningJob, startJob } from "./jobs/job.server.ts";

let running: RunningJob[] = [];

/**
 * Checks the database and starts the jobs.
 * @throws {Error} a sentence: the database is unreachable, or its schema is older than this version
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
  running = [...serverJobs, ...(config.runsWorker ? jobs : [])].map(startJob);
}

/** Ends the jobs, writes what is still in memory, closes the mail and database connections. */
export async function stopApp(): Promise<void> {
  await Promise.all(running.map((job) => job.stop()));
  closeTransport();
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
