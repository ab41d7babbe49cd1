import { setTimeout as sleep } from "node:timers/promises";
import { log } from "#app/lib/log.server.ts";

type ReaderOptions = {
  read: () => Promise<void>;
  /** Changes that follow each other within this time share a read. */
  pauseMs: number;
  /** What the log says if a read fails; the next one follows. */
  failure: string;
};

/** @returns a function that reads at once, or a pause after the last time */
export function createReader({ read, pauseMs, failure }: ReaderOptions): () => void {
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
      await sleep(pauseMs, undefined, { ref: false });
    }
    isReading = false;
  };
  return () => {
    isWanted = true;
    if (!isReading) void readWhileWanted();
  };
}
