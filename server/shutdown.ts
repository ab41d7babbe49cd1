import cluster from "node:cluster";
import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { Logger } from "pino";
import { STOP } from "./processes.ts";

type ShutdownOptions = {
  server: Server;
  stopApp: () => Promise<void>;
  logger: Logger;
  exit: (code: number) => void;
};

/** How long idle connections may send one more request, whose response closes them. */
const IDLE_GRACE_MS = 1000;
const REQUESTS_LIMIT_MS = 7000;
const WHOLE_LIMIT_MS = 9500;

/** Shuts down in order: no new connections, open requests get their responses, then the app stops. */
export function createShutdown({ server, stopApp, logger, exit }: ShutdownOptions) {
  const open = new Set<ServerResponse>();
  let isStopping = false;

  /** Called for every request, before anything else. */
  function track(res: ServerResponse): void {
    if (isStopping) res.shouldKeepAlive = false;
    open.add(res);
    res.on("close", () => open.delete(res));
  }

  /** Whether a response on this connection is not finished. */
  const isResponding = (socket: Socket) => [...open].some((res) => res.socket === socket);

  async function finishRequests(): Promise<void> {
    for (const res of open) {
      if (!res.headersSent) res.shouldKeepAlive = false;
      // An event stream never ends by itself; its client reconnects.
      else if (String(res.getHeader("Content-Type")).startsWith("text/event-stream")) res.end();
    }
    // http's own close cuts idle connections on which a request may be arriving. net's only stops listening.
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve());
    });
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_GRACE_MS);
    const limit = setTimeout(() => {
      logger.warn({ open: open.size }, "requests cut off at the end");
      server.closeAllConnections();
    }, REQUESTS_LIMIT_MS);
    await closed;
    clearInterval(idle);
    clearTimeout(limit);
  }

  /** Ends the process: 0 if all work finished, 1 if not. A second call ends it at once. */
  async function stop(reason: string): Promise<void> {
    if (isStopping) return exit(1);
    isStopping = true;
    logger.info({ reason }, "stopping");
    const limit = setTimeout(() => {
      logger.error("the app did not stop in time");
      exit(1);
    }, WHOLE_LIMIT_MS);
    try {
      await finishRequests();
      await stopApp();
      logger.info("stopped");
      exit(0);
    } catch (error) {
      logger.error({ err: error }, "the app did not stop cleanly");
      exit(1);
    } finally {
      clearTimeout(limit);
    }
  }

  return { track, stop, isResponding, isStopping: () => isStopping };
}

export type Shutdown = ReturnType<typeof createShutdown>;

/** The first signal stops in order, the second at once. One of several processes leaves SIGHUP to the first one. */
export function stopOnSignals(shutdown: Shutdown): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => shutdown.stop(signal));
  if (cluster.isWorker) process.on("SIGHUP", () => undefined);
  const stopOnce = (reason: string) => {
    if (!shutdown.isStopping()) void shutdown.stop(reason);
  };
  process.on("message", (message) => {
    if (message === STOP) stopOnce("replaced");
  });
  // A parent process, such as the demo, has ended.
  process.once("disconnect", () => stopOnce("disconnect"));
}
