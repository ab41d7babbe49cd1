import { log } from "./log.server.ts";

export type PollingJob = { stop(): Promise<void> };

type Job = {
  /** For the log: `mails`. */
  job: string;
  /** The pause once a run finds nothing left to do. */
  pauseMs: number;
  /** How long `stop` waits for the current run. After that its leases expire by themselves. */
  stopMs: number;
  /** Does the due work and returns whether there is more. */
  round: (isStopping: () => boolean) => Promise<boolean>;
};

/** Runs a job repeatedly until stopped, starting now. A failed run is logged and the next one follows. */
export function startPolling({ job, pauseMs, stopMs, round }: Job): PollingJob {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let wake = () => {};
  const running = (async () => {
    while (!isStopping) {
      const hasMore = await round(() => isStopping).catch((error: unknown) => {
        log.error({ err: error, job }, "a round failed; the next one follows");
        return false;
      });
      if (isStopping || hasMore) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, pauseMs);
      });
    }
  })();
  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      wake();
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, stopMs).unref())]);
    },
  };
}
