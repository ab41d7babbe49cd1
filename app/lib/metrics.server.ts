import { config } from "#app/env.server.ts";
import type * as Prometheus from "./prometheus.server.ts";

let prometheus: typeof Prometheus | null = null;

/** Begins to count and measure where somebody may read the figures. */
export async function startMetrics(database: Parameters<typeof Prometheus.measureProcess>[0]): Promise<void> {
  if (config.metricsToken === null) return;
  prometheus = await import("./prometheus.server.ts");
  prometheus.measureProcess(database);
}

export const countRequest: typeof Prometheus.observeRequest = (request) =>
  prometheus?.observeRequest(request);

export const countAttempt: typeof Prometheus.observeAttempt = (...attempt) =>
  prometheus?.observeAttempt(...attempt);

export const countJobRun: typeof Prometheus.observeJobRun = (run) => prometheus?.observeJobRun(run);

export const countFailover: typeof Prometheus.observeFailover = () => prometheus?.observeFailover();

/** The figures of this process, in the format of Prometheus. */
export const readProcessMetrics = async (): Promise<string> => prometheus?.processMetrics.metrics() ?? "";
