import { log } from "#app/lib/log.server.ts";
import { isDiskFull } from "./errors.server.ts";

let isFull = false;

/** Whether the last write failed because the disk was full. */
export const wasDiskFull = (): boolean => isFull;

export function noteDiskSpace(error?: unknown): void {
  const isNowFull = error !== undefined && isDiskFull(error);
  if (isNowFull && !isFull) log.error("the database's disk is full: nothing can be stored");
  if (error === undefined && isFull) log.info("the database's disk has space again");
  if (isNowFull || error === undefined) isFull = isNowFull;
}
