import { chmodSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { isMainThread } from "node:worker_threads";

const STICKY = 0o1000;

/** What this process writes from now on is for its own user only. */
export function maskNewFiles(): void {
  // A thread has the mask of its process, and cannot set it.
  if (isMainThread) process.umask(0o077);
}

/** Takes a file or folder from other users, which an earlier version left to them. A shared folder stays. */
export function makePrivate(file: string): void {
  const { mode = 0, uid } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if ((mode & 0o077) === 0 || (mode & STICKY) !== 0 || uid !== process.getuid?.()) return;
  chmodSync(file, mode & 0o700);
}

/** The same for a folder with what is in it. */
export function makeFolderPrivate(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const name of readdirSync(folder)) makePrivate(path.join(folder, name));
  makePrivate(folder);
}
