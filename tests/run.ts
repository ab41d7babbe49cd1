import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Report } from "./reporters/report.ts";
import { HOW_TO_INSTALL, planMysql } from "./setup/mysql.ts";

const hasMysql = planMysql() !== null;
const reports = mkdtempSync(path.join(tmpdir(), "attesto-reports-"));
const all: Report[] = [];

const npm = (script: string) => runStep(script, "npm", ["run", "--silent", script]);
const vitest = (...projects: string[]) =>
  runStep(projects.join(", "), "npx", [
    "vitest",
    "run",
    "--reporter=./tests/reporters/vitest.ts",
    ...projects.map((project) => `--project=${project}`),
  ]);
const playwright = () =>
  runStep("browser", "npx", [
    "playwright",
    "test",
    "--reporter=./tests/reporters/playwright.ts",
    "--project=chromium",
    "--project=no-script",
  ]);

/** Prints one line. A step without a report of its own counts as one test, and its output is what failed. */
async function runStep(name: string, command: string, args: string[]): Promise<boolean> {
  const file = path.join(reports, `${all.length}-${name}.json`);
  const startedAt = Date.now();
  const child = spawn(command, args, {
    env: { ...process.env, npm_config_loglevel: "error", TEST_REPORT: file },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const exitCode = await new Promise((resolve) => child.once("close", resolve));
  const report: Report = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : { passed: exitCode === 0 ? 1 : 0, flaky: [], failures: [] };
  if (exitCode !== 0 && report.failures.length === 0) report.failures.push({ name, text: output });
  all.push(report);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(`${name}: ${report.passed} passed, ${report.failures.length} failed (${seconds} s)`);
  return report.failures.length === 0;
}

/** What is checked and built first is what all others test. */
async function runAll(): Promise<void> {
  if (!(await npm("check"))) return;
  const [isBuilt] = await Promise.all([npm("build"), vitest("unit", "unit-isolated")]);
  if (!isBuilt) return;
  await vitest("sqlite", "sqlite-isolated", ...(hasMysql ? ["mysql"] : []));
  await playwright();
}

const SOURCES = ["app", "server", "sandbox", "scripts", "migrations", "public", "vite-plugins"];
const CONFIGURATION = ["server.ts", "worker.ts", "vite.config.ts", "remix.config.ts", "package-lock.json"];
const LAST_BUILT = "build/commands/demo.js";

/** Whether `npm test` has just built the same sources. A file that was deleted counts by its folder. */
function isBuilt(): boolean {
  if (!existsSync(LAST_BUILT)) return false;
  const builtAt = statSync(LAST_BUILT).mtimeMs;
  const files = SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file)),
  );
  return [...SOURCES, ...CONFIGURATION, ...files].every((file) => statSync(file).mtimeMs < builtAt);
}

async function runRestOnMysql(): Promise<void> {
  if (hasMysql && (isBuilt() || (await npm("build")))) await vitest("mysql-rest", "mysql-rest-isolated");
}

await (process.argv[2] === "mysql-rest" ? runRestOnMysql() : runAll());
rmSync(reports, { recursive: true, force: true });
const failures = all.flatMap((report) => report.failures);
const flaky = all.flatMap((report) => report.flaky);
for (const { name, text } of flaky) console.log(`\nPASSED ONLY WHEN RUN AGAIN ${name}\n${text}`);
for (const { name, text } of failures) console.log(`\nFAILED ${name}\n${text}`);
const passed = all.reduce((sum, report) => sum + report.passed, 0);
console.log(`\n${passed} passed, ${failures.length} failed`);
// With CI=true there is always a plan, and one that does not hold has failed above.
if (!hasMysql) console.log(`not run: the MySQL half, for want of a server. It comes with: ${HOW_TO_INSTALL}`);
process.exitCode = failures.length > 0 ? 1 : 0;
