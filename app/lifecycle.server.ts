import { databaseWarnings } from "#app/database/checks.server.ts";
import { readHosts, readPool, retryRead, sequelize } from "#app/database/connection.server.ts";
import { pendingMigrations } from "#app/database/migrate.server.ts";
import { hasDiskSpace } from "#app/database/queries/write-probe.server.ts";
import { config } from "#app/env.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { countRequest, readProcessMetrics, startMetrics } from "#app/lib/metrics.server.ts";
import { connectRedis, type Redis } from "#app/lib/redis.server.ts";
import { startTracing, stopTracing } from "#app/lib/tracing.server.ts";
import { hasDemoAccounts } from "#app/services/accounts/demo-accounts.server.ts";
import { recordJobRun } from "#app/services/admin/job-runs.server.ts";
import { preparePasswordPolicy } from "#app/services/auth/credentials/password-policy.server.ts";
import { drainClicks } from "#app/services/broker-links/clicks.server.ts";
import { watchChanges } from "#app/services/changes/changes.server.ts";
import { exchangeMessages } from "#app/services/changes/messages.server.ts";
import { drainFirstAttempts } from "#app/services/deliveries/first-attempts.server.ts";
import { flushLimits, openLimitStores } from "#app/services/limits/limit-stores.server.ts";
import { closeTransport } from "#app/services/mail/transport.server.ts";
import { flushViews } from "#app/services/opt-in-forms/page-views.server.ts";
import { flushRefused } from "#app/services/postbacks/refused-postbacks.server.ts";
import { drainPostbacks } from "#app/services/postbacks/write-postbacks.server.ts";
import { drainSubmissions } from "#app/services/submissions/write-queue.server.ts";
import { drainUpdates } from "#app/services/telegram/updates/store-updates.server.ts";
import { pollJob, serverJobs, sharedJobs, singleJobs } from "./jobs/index.server.ts";
import { type RunningJob, startJob } from "./jobs/job.server.ts";

/** Part of the time for the whole shutdown. */
const DRAIN_MS = SECOND;

let running: RunningJob[] = [];
let redis: Redis | null = null;
let stopMessages: (() => void) | null = null;

/**
 * Checks the database and starts the jobs.
 * @throws {Error} a sentence: the database is unreachable, or its schema is older than this version
 */
export async function startApp(): Promise<void> {
  try {
    await retryRead(() => sequelize.authenticate());
  } catch (error) {
    throw new Error("The database cannot be reached. Check DATABASE_URL and that its server runs.", {
      cause: error,
    });
  }
  const pending = await pendingMigrations();
  if (pending.length > 0) {
    throw new Error(
      `The database lacks ${pending.length} migrations, ${pending[0]} first. Run node build/commands/migrate.js.`,
    );
  }
  if (config.isProduction && (await hasDemoAccounts())) {
    throw new Error(
      "This database holds the demo's accounts, whose passwords are public. Production needs a database of its own.",
    );
  }
  for (const warning of await databaseWarnings()) log.warn(warning);
  if (config.isProduction) preparePasswordPolicy();
  redis = config.redisUrl === null ? null : connectRedis(config.redisUrl);
  openLimitStores(redis);
  stopMessages = redis && exchangeMessages(redis);
  watchChanges();
  await startTracing();
  await startMetrics({ readPool, readHosts });
  running = [
    ...serverJobs.map((job) => startJob(job)),
    ...(config.runsWorker ? sharedJobs.map((job) => startJob(job, recordJobRun)) : []),
    ...(config.runsWorker ? singleJobs.map((job) => startJob(job)) : []),
    startJob(pollJob),
  ];
}

/** Stops the jobs, writes buffered data, and closes the mail and database connections. */
export async function stopApp(): Promise<void> {
  await Promise.all(running.map((job) => job.stop()));
  closeTransport();
  stopMessages?.();
  redis?.close();
  await drainSubmissions();
  await drainFirstAttempts(DRAIN_MS);
  await flushViews();
  await drainClicks();
  await drainPostbacks();
  await drainUpdates();
  await flushRefused();
  await flushLimits();
  await sequelize.close();
  await stopTracing(DRAIN_MS);
}

/** Whether a worker can do its work: the same as for requests, and none of its jobs hangs. */
export async function isWorkerReady(): Promise<{ isReady: boolean; problems: string[] }> {
  const { problems } = await isReady();
  const hanging = running.filter((job) => job.isHanging()).map(({ name }) => `the job ${name} hangs`);
  return { isReady: problems.length + hanging.length === 0, problems: [...problems, ...hanging] };
}

/** Whether requests can be served: the database responds, its schema is current and it has space. */
export async function isReady(): Promise<{ isReady: boolean; problems: string[] }> {
  try {
    const pending = await pendingMigrations();
    const problems = [
      ...(pending.length > 0 ? ["migrations are missing"] : []),
      ...((await hasDiskSpace()) ? [] : ["the database's disk is full"]),
    ];
    return { isReady: problems.length === 0, problems };
  } catch (error) {
    log.warn({ err: error }, "not ready");
    return { isReady: false, problems: ["the database cannot be reached"] };
  }
}

/** What `/metrics` shows and counts; null without METRICS_TOKEN. */
export const metrics =
  config.metricsToken === null
    ? null
    : {
        token: config.metricsToken,
        countRequest,
        readProcess: readProcessMetrics,
        async readShared() {
          const { readSharedMetrics } = await import("#app/services/admin/metrics.server.ts");
          return readSharedMetrics();
        },
      };
