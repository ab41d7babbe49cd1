import { log } from "./log.server.ts";

export type Rounds = { stop(): Promise<void> };

type Job = {
  /** What it is, for the log: `mails`. */
  job: string;
  /** The pause after a round that left nothing to do. */
  pauseMs: number;
  /** How long `stop` waits for a round that is under way; what it holds is left to its leases then. */
  stopMs: number;
  /** Does what there is to do, and says whether there is more. */
  round: (isStopping: () => boolean) => Promise<boolean>;
};

/** Does a job round after round, beginning at once, until stopped. A round that fails is logged, and the next one follows. */
export function startRounds({ job, pauseMs, stopMs, round }: Job): Rounds {
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
