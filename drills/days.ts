import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { tzOffset } from "@date-fns/tz";
import { DAY, HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";
import type { Report as TestReport } from "../tests/reporters/report.ts";
import { movedClock } from "./clock.ts";
import type { Drill } from "./drill.ts";

/** What a day may take. Tests that are not done by then have failed. */
const DAY_MAX_MS = 15 * MINUTE;

/** Names that a test or what it tests has only if it counts days. */
const COUNTS_DAYS =
  /\b(?:DAY|dayIn|hourIn|dayAgo|daysAgo|bankDay|(?:add|sub)(?:Days|Months|Weeks|Years)|(?:start|end)Of(?:Day|Week|Month|Year))\b|\/(?:date-range|periods|format-date|format-wait|day-presets|moments|click-days)\.ts"/;
/** Subjects that are all about days, whatever their tests name. */
const OF_DAYS =
  /^tests\/(?:api|services)\/(?:analytics|exchange-rates|list-exports|money|news|notifications|spend|statements)\//;
/** Browsers, clusters and drills have other programs, and what is told of the project has no day. */
const APART = /^tests\/(?:cluster|e2e|project)\/|\.drill\.test\.ts$/;
/** Each starts a server for itself, which takes most of its time. */
const OVER_HTTP = /^tests\/api\//;

/** The tests that know the date, by what they and their subjects name. */
function findTests(isLong: boolean): string[] {
  const files = execFileSync("git", ["ls-files", "*.test.ts"], { encoding: "utf8" }).trim().split("\n");
  const countsDays = (file: string) => existsSync(file) && COUNTS_DAYS.test(readFileSync(file, "utf8"));
  const subjectOf = (file: string) => file.replace(/(?:\.(?:dialect|isolated))?\.test\.ts$/, ".ts");
  return files.filter(
    (file) =>
      !APART.test(file) &&
      (isLong || !OVER_HTTP.test(file)) &&
      (OF_DAYS.test(file) || countsDays(file) || countsDays(subjectOf(file))),
  );
}

type Moment = { name: string; at: Date };

/** The next moments at which days, months and years are not as usual. */
function findMoments(now: Date): Moment[] {
  const next = (name: string, hours: number, isIt: (noon: Date) => boolean): Moment => {
    const today = Math.floor(now.getTime() / DAY) * DAY;
    for (let begin = today + DAY; ; begin += DAY)
      if (isIt(new Date(begin + 12 * HOUR))) return { name, at: new Date(begin + hours * HOUR) };
  };
  const dayOfMonth = (day: number) => (noon: Date) => noon.getUTCDate() === day;
  const longer = (zone: string, byMinutes: number) => (noon: Date) =>
    tzOffset(zone, new Date(noon.getTime() - DAY)) - tzOffset(zone, noon) === byMinutes;
  return [
    // West of Greenwich it is still the month before.
    next("the 1st", 0.1, (noon) => noon.getUTCDate() === 1 && noon.getUTCMonth() > 0),
    next("the 28th", 12, dayOfMonth(28)),
    next("29 February", 12, (noon) => noon.getUTCDate() === 29 && noon.getUTCMonth() === 1),
    // In Asia it is the month after.
    next("the 31st", 20, dayOfMonth(31)),
    next("New Year", 0.1, (noon) => noon.getUTCDate() === 1 && noon.getUTCMonth() === 0),
    next("a day of 23 hours in Madrid", 1.5, longer("Europe/Madrid", -60)),
    next("a day of 25 hours in Madrid", 1.5, longer("Europe/Madrid", 60)),
    next("a day of 23 hours in New York", 7.5, longer("America/New_York", -60)),
    next("a day of 25 hours in New York", 7.5, longer("America/New_York", 60)),
  ];
}

/** Runs the tests with the clock at a moment. Each process counts from the same distance to the real time. */
async function runTests(files: string[], at: Date, projects: string[]): Promise<TestReport> {
  const folder = mkdtempSync(path.join(tmpdir(), "attesto-days-"));
  const report = path.join(folder, "report.json");
  const options = ["--reporter=./tests/reporters/vitest.ts", ...projects.map((name) => `--project=${name}`)];
  const env = { ...process.env, ...movedClock(at), TEST_REPORT: report };
  try {
    const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...options, ...files], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    const limit = setTimeout(() => child.kill(), DAY_MAX_MS);
    await new Promise((resolve) => child.once("close", resolve));
    clearTimeout(limit);
    if (existsSync(report)) return JSON.parse(readFileSync(report, "utf8"));
    return { passed: 0, flaky: [], failures: [{ name: "all tests", text: output.slice(-5_000) }] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Tests that know the date pass on any: the first and the last of a month, leap days, days of 23 and 25 hours. */
export const days: Drill = {
  name: "days",
  async run({ isLong }) {
    const files = findTests(isLong);
    const projects = ["unit*", "sqlite*", ...(isLong ? ["mysql"] : [])];
    console.log(`  ${files.length} files of tests on each of these days`);
    const goals = [];
    for (const { name, at } of findMoments(new Date())) {
      const startedAt = performance.now();
      const { passed, failures } = await runTests(files, at, projects);
      const seconds = Math.round((performance.now() - startedAt) / SECOND);
      const day = `${name}, ${at.toISOString().slice(0, 16)}`;
      console.log(`  ${day}: ${passed} passed, ${failures.length} failed (${seconds} s)`);
      for (const failure of failures) console.log(`  FAILED on ${day}: ${failure.name}\n${failure.text}`);
      goals.push({ goal: `every test passes on ${day}`, isMet: passed > 0 && failures.length === 0 });
    }
    return { figures: {}, goals };
  },
};
