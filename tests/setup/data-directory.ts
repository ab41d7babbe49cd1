import { existsSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const IN_MEMORY = "/dev/shm";
const NEEDED_BYTES = 1024 * 1024 * 1024;

/** A new directory for databases. Where the files lie in memory no commit waits for a disk. */
export function makeDataDirectory(prefix: string): string {
  const hasRoom = existsSync(IN_MEMORY) && freeBytes(IN_MEMORY) > NEEDED_BYTES;
  return mkdtempSync(path.join(hasRoom ? IN_MEMORY : tmpdir(), prefix));
}

function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}
