import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { makeDataDirectory } from "./data-directory.ts";
import { copyDatabase, createDatabase } from "./databases.ts";
import { startMysql } from "./mysql.ts";

declare module "vitest" {
  interface ProvidedContext {
    databaseServer: string;
    /** One per worker, by its pool id. */
    databaseUrls: string[];
  }
}

/** Once per dialect: a place for databases, and a migrated one for every worker. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = project.name.includes("mysql") ? await startMysql() : startSqlite();
  try {
    const first = await createDatabase(server.url);
    const others = Array.from({ length: project.globalConfig.maxWorkers - 1 }, () =>
      copyDatabase(server.url, first.url),
    );
    const databases = [first, ...(await Promise.all(others))];
    project.provide("databaseServer", server.url);
    project.provide(
      "databaseUrls",
      databases.map(({ url }) => url),
    );
    return async () => {
      for (const database of databases) await database.drop();
      await server.stop();
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function startSqlite() {
  const directory = makeDataDirectory("attesto-test-");
  return {
    url: `sqlite:${directory}`,
    stop: async () => rmSync(directory, { recursive: true, force: true }),
  };
}
