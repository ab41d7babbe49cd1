import cluster from "node:cluster";
import { createApplication } from "./server/application.ts";
import { compileTrust } from "./server/client-address.ts";
import { createErrorHandler } from "./server/error-handler.ts";
import { createFastLane } from "./server/fast-lane.ts";
import { createHealth } from "./server/health.ts";
import { publicAddress } from "./server/host-gate.ts";
import { createHttpServer, handleMalformedRequests, listen } from "./server/http-server.ts";
import { createMetrics } from "./server/metrics.ts";
import { runProcesses } from "./server/processes.ts";
import { createRenderer, loadBuild, loadWithVite } from "./server/remix-build.ts";
import type { FastLane } from "./server/request-context.ts";
import { createRequestGate } from "./server/request-gate.ts";
import { createRequestListener } from "./server/request-listener.ts";
import { createRequestObserver } from "./server/request-observer.ts";
import { createDefaultHeaders, getSecurityHeaders } from "./server/security-headers.ts";
import { createShutdown, stopOnSignals } from "./server/shutdown.ts";
import { describeStartupError } from "./server/startup-errors.ts";

/** The bundled server is inside build/, this source beside it. */
const buildDirectory = new URL(import.meta.url.endsWith("/server.ts") ? "build/" : "./", import.meta.url);

async function main(): Promise<void> {
  const server = createHttpServer();
  const isDevelopment = process.env.NODE_ENV === "development";
  const { app, build, files, close } = await (isDevelopment
    ? loadWithVite(server)
    : loadBuild(buildDirectory));
  const { config, logger } = app;
  const isTrustedProxy = compileTrust(config.trustProxy);

  const stopApp = async () => {
    await app.stop();
    await close();
  };
  const shutdown = createShutdown({ server, stopApp, logger, exit: process.exit });
  stopOnSignals(shutdown);

  await app.start();
  const port = await listen(server, config).catch(async (error) => {
    await stopApp();
    throw error;
  });

  const headers = getSecurityHeaders(config);
  const setDefaultHeaders = createDefaultHeaders(headers);
  const onError = createErrorHandler(logger, setDefaultHeaders);
  const health = createHealth(app.readiness, shutdown.isStopping);
  const metrics = app.metrics && createMetrics(app.metrics, logger);

  const fastLane: FastLane =
    config.hasFastLane && typeof build !== "function"
      ? createFastLane({
          services: app.fastPathServices,
          headers,
          publicUrl: config.publicUrl,
          render: createRenderer(build),
          onError,
        })
      : () => false;

  handleMalformedRequests(server, headers, shutdown.isResponding);
  // Added in the same tick in which the server starts to listen, before any request.
  server.on(
    "request",
    createRequestListener({
      track: shutdown.track,
      observe: createRequestObserver(app, build),
      requestGate: createRequestGate({
        config,
        logger: app.accessLogger,
        listeningPort: port,
        isTrustedProxy,
        setDefaultHeaders,
      }),
      fastLane,
      setDefaultHeaders,
      application: createApplication({ build, files, health, metrics, isTrustedProxy, onError }),
      onError,
    }),
  );

  logger.info({ port, url: publicAddress(config, port).origin, pid: process.pid }, "listening");
  process.send?.({ type: "listening", port });
}

/** The configuration is read by the processes that serve; a wrong value stops the first of them. */
const processes = Number(process.env.WORKERS ?? 1);
const start = cluster.isPrimary && processes > 1 ? () => runProcesses(processes) : main;

start().catch((error: unknown) => {
  for (const line of describeStartupError(error)) console.error(line);
  process.exit(1);
});
