import { writeFileSync } from "node:fs";

export type Failure = { name: string; text: string };

/** What a suite of tests came to, as its reporter hands it to tests/run.ts. */
export type Report = {
  passed: number;
  /** Of those, what failed at first and passed when it was run again. */
  flaky: Failure[];
  failures: Failure[];
};

const ESCAPE = String.fromCharCode(27);
const COLOURS = new RegExp(`${ESCAPE}\\[[0-9;]*m`, "g");

export const withoutColours = (text: string) => text.replace(COLOURS, "");

export function writeReport(report: Report): void {
  const file = process.env.TEST_REPORT;
  if (!file) throw new Error("This reporter writes for tests/run.ts: TEST_REPORT names no file.");
  writeFileSync(file, JSON.stringify(report));
}
