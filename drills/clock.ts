import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { SECOND } from "#app/lib/dates.ts";

/** Moves the clock of a program and of all that it starts, also those of databases. */
function findLibrary(): string {
  const file = readdirSync("/usr/lib")
    .map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`)
    .find((one) => existsSync(one));
  if (!file) throw new Error("The clock cannot be moved. On Debian: apt-get install libfaketime");
  return file;
}

const toEnvironment = (time: Record<string, string>) => ({
  LD_PRELOAD: findLibrary(),
  FAKETIME_FMT: "%s",
  FAKETIME_DONT_FAKE_MONOTONIC: "1",
  ...time,
});

/** The environment of programs whose clocks go, all at the same distance to the real time. */
export function movedClock(now: Date): Record<string, string> {
  const seconds = Math.round((now.getTime() - Date.now()) / SECOND);
  return toEnvironment({ FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s` });
}

/** The environment of programs whose clocks stand at the time in a file. They look at it each second. */
export const standingClock = (file: string): Record<string, string> =>
  toEnvironment({ FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: "1" });

export const setStandingClock = (file: string, now: Date): void =>
  writeFileSync(file, `${now.getTime() / SECOND}\n`);
