import express from "express";
import { config } from "#app/env.server.ts";
import { log } from "#app/lib/log.server.ts";
import { isWorkerReady, metrics, startApp, stopApp } from "#app/lifecycle.server.ts";
import { createHealth } from "./server/health.ts";
import { createHttpServer, listen } from "./server/http-server.ts";
import { createMetrics } from "./server/metrics.ts";

/** Runs the jobs without serving requests. Any number of workers and servers can run at once. */
async function main(): Promise<void> {
  let isStopping = false;
  await startApp();
  const server = await serveHealth(() => isStopping);
  log.info("the worker is running");
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      isStopping = true;
      void stopApp().then(() => {
        server?.close();
        process.exit(0);
      });
    });
  }
}

/** For `build/commands/health.js` and probes of this machine. A second worker here has another port, or none. */
async function serveHealth(isStopping: () => boolean) {
  const port = config.workerPort;
  if (port === 0) return null;
  const application = express();
  application.disable("x-powered-by");
  application.use(createHealth(isWorkerReady, isStopping));
  if (metrics) application.use(createMetrics(metrics, log));
  const server = createHttpServer().on("request", application);
  try {
    await listen(server, { host: "127.0.0.1", port });
    return server;
  } catch (error) {
    log.warn({ err: error }, "this worker cannot be asked for its health: set WORKER_PORT to a free port");
    return null;
  }
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
