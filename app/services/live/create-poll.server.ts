import { SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";

const EVERY_MS = 2 * SECOND;

type PollOptions = {
  /** Whether anybody listens. The poll stops without listeners. */
  isNeeded: () => boolean;
  read: () => Promise<void>;
  /** What the log says if a read fails; the next one follows. */
  failure: string;
  onStop?: () => void;
};

/** Reads the database every two seconds while somebody listens, because other processes change it too. */
export function createPoll({ isNeeded, read, failure, onStop }: PollOptions) {
  const readNow = () => read().catch((err: unknown) => log.warn({ err }, failure));
  let timer: NodeJS.Timeout | null = null;
  const schedule = () => {
    timer = setTimeout(async () => {
      if (!isNeeded()) {
        timer = null;
        onStop?.();
        return;
      }
      await readNow();
      schedule();
    }, EVERY_MS);
    timer.unref();
  };
  return {
    start: () => {
      if (timer === null) schedule();
    },
    readNow,
  };
}
