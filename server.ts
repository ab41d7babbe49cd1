import { createApplication } from "./server/application.ts";
import { compileTrust } from "./server/client-address.ts";
import { createErrorHandler } from "./server/error-handler.ts";
import { createFastLane } from "./server/fast-lane.ts";
import { createFrontDoor } from "./server/front-door.ts";
import { createHealth } from "./server/health.ts";
import { publicAddress } from "./server/host-gate.ts";
import { answerMalformedRequests, createHttpServer, listen } from "./server/http-server.ts";
import { createRenderer, loadBuilt, loadFromVite } from "./server/remix-build.ts";
import type { Lane } from "./server/request-context.ts";
import { createRequestListener } from "./server/request-listener.ts";
import { createHeaderCompletion, securityHeaders } from "./server/security-headers.ts";
import { createShutdown, stopOnSignals } from "./server/shutdown.ts";
import { startProblems } from "./server/start-problems.ts";

/** The bundled server stands in build/, its source beside it. */
const buildDirectory = new URL(import.meta.url.endsWith("/server.ts") ? "build/" : "./", import.meta.url);

async function main(): Promise<void> {
  const server = createHttpServer();
  const isDevelopment = process.env.NODE_ENV === "development";
  const { app, build, files, close } = await (isDevelopment
    ? loadFromVite(server)
    : loadBuilt(buildDirectory));
  const { config, logger } = app;
  const trusts = compileTrust(config.trustProxy);

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

  const headers = securityHeaders(config);
  const completeHeaders = createHeaderCompletion(headers);
  const onError = createErrorHandler(logger, completeHeaders);
  const health = createHealth(app.readiness, shutdown.isStopping);

  const fastLane: Lane =
    config.hasFastLane && typeof build !== "function"
      ? createFastLane({
          hot: app.hot,
          headers,
          publicUrl: config.publicUrl,
          render: createRenderer(build),
          onError,
        })
      : () => false;

  answerMalformedRequests(server, headers);
  // Added in the same turn in which the server began to listen, so that no request comes before it.
  server.on(
    "request",
    createRequestListener({
      track: shutdown.track,
      frontDoor: createFrontDoor({ config, logger, listeningPort: port, trusts, completeHeaders }),
      fastLane,
      completeHeaders,
      application: createApplication({ build, files, health, trusts, onError }),
      onError,
    }),
  );

  logger.info({ port, url: publicAddress(config, port).origin }, "listening");
  process.send?.({ type: "listening", port });
}

main().catch((error: unknown) => {
  for (const problem of startProblems(error)) console.error(problem);
  process.exit(1);
});
