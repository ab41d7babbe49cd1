import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { HOW_TO_INSTALL, planMysql } from "./setup/mysql.ts";

type Counts = { passed: number; failed: number };

const reports = mkdtempSync(path.join(tmpdir(), "attesto-reports-"));
const report = (name: string) => path.join(reports, `${name}.json`);

/** Runs one step with its output where ours goes. Gives whether it ended well. */
function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  console.log(`\n> ${[command, ...args].join(" ")}`);
  const { status } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  return status === 0;
}

/** What a tool counted in its report. One that ended badly without a failed test counts as one. */
function counted(isWell: boolean, file: string, read: (report: never) => Counts): Counts {
  const counts = existsSync(file)
    ? read(JSON.parse(readFileSync(file, "utf8")) as never)
    : { passed: 0, failed: 0 };
  return isWell || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

function runVitest(): Counts {
  const file = report("vitest");
  const isWell = run("npx", [
    "vitest",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  return counted(isWell, file, (found: { numPassedTests: number; numFailedTests: number }) => ({
    passed: found.numPassedTests,
    failed: found.numFailedTests,
  }));
}

function runPlaywright(): Counts {
  const file = report("playwright");
  const isWell = run("npx", ["playwright", "test", "--reporter=line,json"], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return counted(
    isWell,
    file,
    ({ stats }: { stats: { expected: number; unexpected: number; flaky: number } }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
    }),
  );
}

function runAll(): Counts[] {
  const step = (name: string): Counts =>
    run("npm", ["run", "--silent", name]) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const checked = step("check");
  const built = step("build");
  // Both halves test what was built: an old build would pass for the new one.
  return built.failed > 0 ? [checked, built] : [checked, built, runVitest(), runPlaywright()];
}

const all = runAll();
rmSync(reports, { recursive: true, force: true });
const passed = all.reduce((sum, counts) => sum + counts.passed, 0);
const failed = all.reduce((sum, counts) => sum + counts.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
// With CI=true there is always a plan, and one that does not hold has failed above.
if (planMysql() === null)
  console.log(`not run: the MySQL half, for want of a server. It comes with: ${HOW_TO_INSTALL}`);
process.exitCode = failed > 0 ? 1 : 0;
