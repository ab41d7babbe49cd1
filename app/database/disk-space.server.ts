import { log } from "#app/lib/log.server.ts";
import { isDiskFull } from "./errors.server.ts";

let isFull = false;

/** Whether a write failed because the disk was full, and none was tried for that since. */
export const wasDiskFull = (): boolean => isFull;

export function reportFullDisk(error: unknown): void {
  if (isFull || !isDiskFull(error)) return;
  log.error("the database's disk is full: nothing can be stored");
  isFull = true;
}

export function reportDiskSpace(): void {
  if (!isFull) return;
  log.info("the database's disk has space again");
  isFull = false;
}
