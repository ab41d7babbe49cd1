import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { HOW_TO_INSTALL, planMysql } from "./tests/setup/mysql.ts";

const needsDatabase = ["tests/api/**/*.test.ts", "tests/services/**/*.test.ts"];
const hasMysql = planMysql() !== null;
if (!hasMysql) console.warn(`The MySQL half is not run: there is no server. ${HOW_TO_INSTALL}`);

const dialectFiles = needsDatabase.map((pattern) => pattern.replace("*.test.ts", "*.dialect.test.ts"));
const isolatedFiles = needsDatabase.map((pattern) => pattern.replace("*.test.ts", "*.isolated.test.ts"));
const drillFiles = needsDatabase.map((pattern) => pattern.replace("*.test.ts", "*.drill.test.ts"));
const unitFiles = ["{app,server,sandbox,scripts,vite-plugins,tests}/**/*.test.ts"];
const isolatedUnitFiles = ["{app,server,sandbox,scripts,vite-plugins,tests}/**/*.isolated.test.ts"];
const drillUnitFiles = ["tests/statements/**/*.drill.test.ts"];

/** Files that a cluster cannot run. `--exclude` has no effect: a project's own list replaces it. */
const excludedFiles = process.env.TEST_EXCLUDE?.split(" ") ?? [];

/** Against what hangs, not against what is slow: a loaded machine takes many times as long. */
const HANGS_MS = 300_000;

type Files = { include: string[]; exclude?: string[]; isolate?: boolean };

/** A worker keeps its database, its server and its modules for all files; those that replace a module are isolated. */
const withDatabase = (name: string, { include, exclude = [], isolate = false }: Files) => ({
  test: {
    name,
    include,
    exclude: [...exclude, ...excludedFiles],
    isolate,
    globalSetup: "tests/setup/databases-for-workers.ts",
    setupFiles: ["tests/setup/database.ts", "tests/setup/no-console-errors.ts"],
    pool: "forks" as const,
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    // What passes only when it is run again is listed.
    retry: process.env.CI ? 1 : 0,
  },
});

/** Without isolation a worker reads each module once for all files. */
const withoutDatabase = (name: string, { include, exclude = [], isolate = false }: Files) => ({
  test: {
    name,
    include,
    exclude: [...needsDatabase, "tests/{e2e,cluster}/**", ...exclude],
    isolate,
    setupFiles: ["tests/setup/unit.ts", "tests/setup/no-console-errors.ts"],
    // The palette of the public page is read from its style sheet.
    css: { include: /opt-in\.css/ },
    testTimeout: HANGS_MS,
  },
});

/**
 * The files of a project follow each other: a worker ends, with all modules that it has read, where the next file is
 * of another one. Tests that start no server come first, those that share one last: another would have to stop it.
 */
class SharedServerLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const ranks = new Map(sorted.map((file) => [file, rankByServer(file)]));
    return sorted.sort(
      (a, b) => a.project.name.localeCompare(b.project.name) || (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0),
    );
  }
}

function rankByServer({ moduleId }: TestSpecification): number {
  if (moduleId.includes("/tests/services/")) return 0;
  return readFileSync(moduleId, "utf8").includes("serveSite()") ? 2 : 1;
}

export default defineConfig({
  test: {
    sequence: { sequencer: SharedServerLast },
    // Every worker of the database projects starts a server beside itself, and waits for it most of the time: one more than two cores have.
    maxWorkers: 3,
    // Each project would transform the same modules again. A module is kept under the hash of its content.
    experimental: { fsModuleCache: true },
    projects: [
      withoutDatabase("unit", { include: unitFiles, exclude: [...isolatedUnitFiles, ...drillUnitFiles] }),
      withoutDatabase("unit-isolated", { include: isolatedUnitFiles, isolate: true }),
      withoutDatabase("drill-unit", { include: drillUnitFiles }),
      withDatabase("sqlite", { include: needsDatabase, exclude: [...isolatedFiles, ...drillFiles] }),
      withDatabase("sqlite-isolated", { include: isolatedFiles, isolate: true }),
      withDatabase("drill-sqlite", { include: drillFiles, isolate: true }),
      ...(hasMysql
        ? [
            withDatabase("mysql", { include: dialectFiles }),
            withDatabase("mysql-rest", {
              include: needsDatabase,
              exclude: [...dialectFiles, ...isolatedFiles, ...drillFiles],
            }),
            withDatabase("mysql-rest-isolated", { include: isolatedFiles, isolate: true }),
            withDatabase("drill-mysql", { include: drillFiles, isolate: true }),
          ]
        : []),
    ],
  },
});
