import { defineConfig } from "vitest/config";
import { HOW_TO_INSTALL, planMysql } from "./tests/setup/mysql.ts";

const needsDatabase = ["tests/api/**/*.test.ts", "tests/services/**/*.test.ts"];
const hasMysql = planMysql() !== null;
if (!hasMysql) console.warn(`The MySQL half is not run: there is no server. ${HOW_TO_INSTALL}`);

/** The same files against each dialect. */
const onDialect = (name: string) => ({
  test: {
    name,
    include: needsDatabase,
    globalSetup: "tests/setup/databases-for-workers.ts",
    setupFiles: ["tests/setup/database.ts", "tests/setup/no-console-errors.ts"],
    pool: "forks" as const,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

export default defineConfig({
  test: {
    // Every worker of the database projects starts a server beside itself, and waits for it most of the time: one more than two cores have.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: "unit",
          include: ["{app,server,sandbox,scripts,vite-plugins,tests}/**/*.test.ts"],
          exclude: [...needsDatabase, "tests/e2e/**"],
          setupFiles: ["tests/setup/unit.ts", "tests/setup/no-console-errors.ts"],
          testTimeout: 60_000,
        },
      },
      onDialect("sqlite"),
      ...(hasMysql ? [onDialect("mysql")] : []),
    ],
  },
});
