import { setTimeout as sleep } from "node:timers/promises";
import { Gauge, Registry } from "prom-client";
import {
  CONNECTION_STATES,
  countConnections,
  countExpiringEvents,
  countQueues,
} from "#app/database/queries/admin.server.ts";
import { withQueryLimit } from "#app/database/query-limit.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { checkContactHealth } from "#app/services/contact/contact-health.server.ts";
import { EXPIRY_WARNING_HOURS } from "#app/services/deliveries/warn-of-expiry.server.ts";
import { findRatesDay } from "#app/services/exchange-rates/refresh-rates.server.ts";
import { findJobRuns } from "./job-runs.server.ts";

/** Prometheus waits ten seconds for all figures. */
const DATABASE_MAX_MS = 2 * SECOND;

/** What the database holds for all processes: the one that is asked reads it, so that nothing counts twice. */
const registry = new Registry();
const registers = [registry];

const up = new Gauge({
  name: "attesto_database_up",
  help: "1 if the database answered within two seconds, otherwise 0, and its figures are left out.",
  registers,
});

const queueRows = new Gauge({
  name: "attesto_queue_rows",
  help: "Rows of work that wait or have failed, by queue and state.",
  labelNames: ["queue", "state"],
  registers,
});

const queueAge = new Gauge({
  name: "attesto_queue_oldest_due_seconds",
  help: "For how long the oldest row of a queue has been due; 0 if none is.",
  labelNames: ["queue", "state"],
  registers,
});

const expiring = new Gauge({
  name: "attesto_events_expiring",
  help: "Events without a result whose ad platform stops taking them within so many hours.",
  labelNames: ["platform", "within_hours"],
  registers,
});

const connections = new Gauge({
  name: "attesto_connections",
  help: "Connections of workspaces to an ad platform, by state: connected, paused or refused.",
  labelNames: ["platform", "state"],
  registers,
});

const ratesDay = new Gauge({
  name: "attesto_exchange_rates_day_timestamp_seconds",
  help: "The beginning of the day whose exchange rates are used, in UTC.",
  registers,
});

const mailUp = new Gauge({
  name: "attesto_mail_up",
  help: "1 if the mail server takes a sign-in, or the folder of emails can be written; 0 otherwise.",
  registers,
});

const jobLastRun = new Gauge({
  name: "attesto_job_last_run_timestamp_seconds",
  help: "When a job ran last, in any process; written once a minute.",
  labelNames: ["job"],
  registers,
});

const jobLastSuccess = new Gauge({
  name: "attesto_job_last_success_timestamp_seconds",
  help: "When a job last ran well, in any process; written once a minute.",
  labelNames: ["job"],
  registers,
});

const jobFailed = new Gauge({
  name: "attesto_job_failed",
  help: "1 if the last run of a job failed.",
  labelNames: ["job"],
  registers,
});

/** What is known without the database. */
const apart = ["attesto_database_up", "attesto_mail_up"];

/** Those who ask while it runs share it, also after they have stopped waiting. */
let reading: Promise<void> | null = null;

/**
 * The figures that are the same for all processes, in the format of Prometheus: of the database, and of the mail
 * server. Never fails: a gauge says that it did.
 */
export async function readSharedMetrics(): Promise<string> {
  const mail = checkMail();
  reading ??= withQueryLimit(DATABASE_MAX_MS, readAll).finally(() => {
    reading = null;
  });
  const isUp = await Promise.race([
    reading.then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, "the figures of the database could not be read");
        return false;
      },
    ),
    sleep(DATABASE_MAX_MS, false, { ref: false }),
  ]);
  up.set(isUp ? 1 : 0);
  await mail;
  if (isUp) return registry.metrics();
  const texts = await Promise.all(apart.map((name) => registry.getSingleMetricAsString(name)));
  return texts.join("\n");
}

/** Until it answers, the last answer stands. */
async function checkMail(): Promise<void> {
  const checked = checkContactHealth().then(
    () => mailUp.set(1),
    () => mailUp.set(0),
  );
  await Promise.race([checked, sleep(DATABASE_MAX_MS, undefined, { ref: false })]);
}

async function readAll(): Promise<void> {
  const now = new Date();
  const queues = await countQueues();
  const events = await countExpiringEvents(now, EXPIRY_WARNING_HOURS);
  const runs = await findJobRuns();
  const counts = await countConnections(now);
  ratesDay.set(Date.parse(await findRatesDay()) / SECOND);
  for (const { queue, state, count, dueAt } of queues) {
    queueRows.set({ queue, state }, count);
    queueAge.set({ queue, state }, dueAt ? Math.max(0, now.getTime() - dueAt.getTime()) / SECOND : 0);
  }
  for (const { id } of adPlatforms.all()) {
    for (const state of CONNECTION_STATES) {
      const found = counts.find((one) => one.adPlatform === id && one.state === state);
      connections.set({ platform: id, state }, found?.count ?? 0);
    }
    for (const hours of EXPIRY_WARNING_HOURS) {
      const found = events.find((one) => one.adPlatform === id && one.hours === hours);
      expiring.set({ platform: id, within_hours: hours }, found?.count ?? 0);
    }
  }
  // A job may have been removed or renamed.
  for (const gauge of [jobLastRun, jobLastSuccess, jobFailed]) gauge.reset();
  for (const { name, startedAt, lastSuccessAt, error } of runs) {
    jobLastRun.set({ job: name }, startedAt.getTime() / SECOND);
    if (lastSuccessAt) jobLastSuccess.set({ job: name }, lastSuccessAt.getTime() / SECOND);
    jobFailed.set({ job: name }, error === null ? 0 : 1);
  }
}
