import cluster from "node:cluster";
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** The figures of this process. Those that are the same for all are in `services/admin/metrics.server.ts`. */
export const processMetrics = new Registry();

const registers = [processMetrics];

const requests = new Counter({
  name: "attesto_http_requests_total",
  help: "Requests by the pattern of their path, method and status.",
  labelNames: ["route", "method", "status"],
  registers,
});

const requestSeconds = new Histogram({
  name: "attesto_http_request_duration_seconds",
  help: "Time until a response was sent, by the pattern of its path and method.",
  labelNames: ["route", "method"],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

const attempts = new Counter({
  name: "attesto_delivery_attempts_total",
  help: "Attempts to send an event, by ad platform and outcome.",
  labelNames: ["platform", "outcome"],
  registers,
});

const attemptSeconds = new Histogram({
  name: "attesto_delivery_attempt_duration_seconds",
  help: "Time that an ad platform took to respond.",
  labelNames: ["platform"],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
  registers,
});

const jobRuns = new Counter({
  name: "attesto_job_runs_total",
  help: "Runs of background jobs, by outcome.",
  labelNames: ["job", "outcome"],
  registers,
});

const jobSeconds = new Counter({
  name: "attesto_job_run_seconds_total",
  help: "Time that runs of background jobs took.",
  labelNames: ["job"],
  registers,
});

const failovers = new Counter({
  name: "attesto_database_failovers_total",
  help: "How often the process went to another host of DATABASE_URL.",
  registers,
});

type RequestFigures = { route: string; method: string; status: number; seconds: number };

export function observeRequest({ route, method, status, seconds }: RequestFigures): void {
  requests.inc({ route, method, status: String(status) });
  requestSeconds.observe({ route, method }, seconds);
}

export function observeAttempt(platform: string, outcome: string, durationMs: number): void {
  attempts.inc({ platform, outcome });
  attemptSeconds.observe({ platform }, durationMs / 1000);
}

type JobFigures = { name: string; durationMs: number; error: Error | null };

export function observeJobRun({ name, durationMs, error }: JobFigures): void {
  jobRuns.inc({ job: name, outcome: error ? "failed" : "done" });
  jobSeconds.inc({ job: name }, durationMs / 1000);
}

export const observeFailover = (): void => failovers.inc();

type PoolFigures = { open: number; inUse: number; waiting: number };
type HostFigures = { host: string; isReady: boolean; isUsed: boolean };

/** What its database has: a pool of connections, hosts to choose from. */
type DatabaseFigures = { readPool: (() => PoolFigures) | null; readHosts: (() => HostFigures[]) | null };

/**
 * Begins to measure the process: event loop, memory, garbage and the database as it sees it. Each series names
 * its process, so that those of several do not add up.
 */
export function measureProcess({ readPool, readHosts }: DatabaseFigures): void {
  processMetrics.setDefaultLabels({ worker: String(cluster.worker?.id ?? 0) });
  collectDefaultMetrics({ register: processMetrics });
  if (readPool)
    new Gauge({
      name: "attesto_database_connections",
      help: "Connections of the pool that are open and in use, and work that waits for one.",
      labelNames: ["state"],
      registers,
      collect() {
        const { open, inUse, waiting } = readPool();
        this.set({ state: "open" }, open);
        this.set({ state: "in use" }, inUse);
        this.set({ state: "waiting" }, waiting);
      },
    });
  if (readHosts) {
    new Gauge({
      name: "attesto_database_host_up",
      help: "1 if the host of DATABASE_URL answers and, as a node of Galera, is Primary and Synced.",
      labelNames: ["host"],
      registers,
      collect() {
        for (const { host, isReady } of readHosts()) this.set({ host }, isReady ? 1 : 0);
      },
    });
    new Gauge({
      name: "attesto_database_host_used",
      help: "1 for the host of DATABASE_URL that the process uses.",
      labelNames: ["host"],
      registers,
      collect() {
        for (const { host, isUsed } of readHosts()) this.set({ host }, isUsed ? 1 : 0);
      },
    });
  }
  // Creating one makes a process of several respond to the first process.
  if (cluster.isWorker) new AggregatorRegistry();
  AggregatorRegistry.setRegistries([processMetrics]);
}
