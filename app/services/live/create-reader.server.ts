import { setTimeout as sleep } from "node:timers/promises";
import { SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";

/** Changes that follow each other share a read. */
const PAUSE_MS = SECOND;

type ReaderOptions = {
  read: () => Promise<void>;
  /** What the log says if a read fails; the next one follows. */
  failure: string;
};

/** @returns a function that reads at once, or a second after the last time */
export function createReader({ read, failure }: ReaderOptions): () => void {
  let isReading = false;
  let isWanted = false;
  const readWhileWanted = async () => {
    isReading = true;
    while (isWanted) {
      isWanted = false;
      await read().catch((err: unknown) => {
        isWanted = true;
        log.warn({ err }, failure);
      });
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
    isReading = false;
  };
  return () => {
    isWanted = true;
    if (!isReading) void readWhileWanted();
  };
}
