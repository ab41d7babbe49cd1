import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";

/** What a process sends once it serves requests. */
type Listening = { type: "listening"; port: number };

/** A process that keeps ending is started again at this pace. */
const RESTART_PAUSE_MS = 1_000;

/** What a process is sent to stop. `disconnect` would cut idle connections and keep busy ones. */
export const STOP = "stop";

const isListening = (message: unknown): message is Listening =>
  (message as Partial<Listening> | null)?.type === "listening";

/** Sends no signal: systemd and terminals send theirs to every process, and a second one ends it at once. */
async function stopProcess(worker: Worker): Promise<void> {
  const ended = once(worker, "exit");
  worker.send(STOP);
  await ended;
}

/**
 * Runs `count` processes of this program on one port. One that ends by itself is replaced, SIGHUP replaces one
 * after the other, SIGTERM stops all.
 */
export async function runProcesses(count: number): Promise<void> {
  const logger = pino({
    level: process.env.LOG_LEVEL ?? "info",
    base: { app: process.env.BRAND_NAME?.toLowerCase() ?? "attesto" },
  });
  /** Those that end because they were told to. */
  const stopped = new Set<Worker>();
  let isStopping = false;

  /** @returns null if the process ended before it listened */
  const start = async (): Promise<Listening | null> => {
    const worker = cluster.fork();
    const listening = new Promise<Listening>((resolve) => {
      worker.on("message", (message) => isListening(message) && resolve(message));
    });
    const ended = once(worker, "exit").then(() => null);
    const first = await Promise.race([listening, ended]);
    if (first) void ended.then(() => replace(worker));
    return first;
  };

  const replace = async (worker: Worker): Promise<void> => {
    if (isStopping || stopped.delete(worker)) return;
    const { exitCode, signalCode } = worker.process;
    logger.error({ pid: worker.process.pid, exitCode, signalCode }, "a process ended; another one starts");
    while (!isStopping && !(await start())) await sleep(RESTART_PAUSE_MS);
  };

  const restart = async (): Promise<void> => {
    for (const worker of Object.values(cluster.workers ?? {})) {
      if (isStopping || !worker) return;
      if (!(await start())) {
        logger.error("the new process did not start; the old ones stay");
        return;
      }
      stopped.add(worker);
      await stopProcess(worker);
      logger.info({ pid: worker.process.pid }, "a process was replaced");
    }
    logger.info("all processes were replaced");
  };

  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    if (isStopping) {
      for (const worker of workers) worker.process.kill(signal);
      return;
    }
    isStopping = true;
    await Promise.all(workers.map(stopProcess));
    process.exit(workers.every(({ process: { exitCode } }) => exitCode === 0) ? 0 : 1);
  };

  let restarting = Promise.resolve();
  process.on("SIGHUP", () => {
    restarting = restarting.then(restart);
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
  process.once("disconnect", () => void stop("SIGTERM"));

  if (process.env.METRICS_TOKEN) (await import("./figures-of-all.ts")).answerForAll();
  // The others start only after the first: what stops it would stop them, too, and is said once.
  const first = await start();
  if (!first) process.exit(1);
  await Promise.all(Array.from({ length: count - 1 }, start));
  logger.info({ processes: count }, "all processes are listening");
  process.send?.(first);
}
