import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { createDatabase } from "./databases.ts";
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
  const server = project.name.startsWith("mysql") ? await startMysql() : startSqlite();
  try {
    const workers = Array.from({ length: project.globalConfig.maxWorkers }, () => createDatabase(server.url));
    const databases = await Promise.all(workers);
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

const IN_MEMORY = "/dev/shm";
const NEEDED_BYTES = 512 * 1024 * 1024;

/** Where the files lie in memory no commit waits for a disk. */
function startSqlite() {
  const hasRoom = existsSync(IN_MEMORY) && freeBytes(IN_MEMORY) > NEEDED_BYTES;
  const directory = mkdtempSync(path.join(hasRoom ? IN_MEMORY : tmpdir(), "attesto-test-"));
  return {
    url: `sqlite:${directory}`,
    stop: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}
