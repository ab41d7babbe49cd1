import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import mysql from "mysql2/promise";
import { makeDataDirectory } from "../tests/setup/data-directory.ts";
import { createDatabase } from "../tests/setup/databases.ts";
import { environment } from "../tests/setup/environment.ts";
import { startMysql } from "../tests/setup/mysql.ts";

export type DrillDatabase = {
  url: string;
  /** Kills the server's process and starts it again after a while. */
  killAndRestart(downMs: number): Promise<void>;
  /** Stops the server's process in the middle of whatever it does, and lets it go on. */
  freeze(): void;
  thaw(): void;
  /** Deadlocks that the server has found since it started. */
  deadlocks(): Promise<number>;
  stop(): Promise<void>;
};

type Options = { isMigrated?: boolean };

/**
 * A private server that writes each commit to the disk, with a database that is migrated unless told otherwise. This
 * process's own models use it too: import them only afterwards.
 */
export async function startDrillDatabase({ isMigrated = true }: Options = {}): Promise<DrillDatabase> {
  const server = await startMysql({ isDurable: true });
  const database = await createDatabase(server.url, { isMigrated });
  Object.assign(process.env, environment, { DATABASE_URL: database.url, LOG_LEVEL: "error" });
  const query = async (sql: string) => {
    const connection = await mysql.createConnection(server.url);
    const [rows] = await connection.query(sql);
    await connection.end();
    return (rows as Record<string, string | number>[])[0] ?? {};
  };
  const pidFile = String((await query("SELECT @@pid_file AS file")).file);
  const signal = (name: NodeJS.Signals) => void process.kill(Number(readFileSync(pidFile, "utf8")), name);
  return {
    url: database.url,
    async killAndRestart(downMs) {
      if (!server.killAndRestart) throw new Error("This drill needs a database server of its own.");
      await server.killAndRestart(downMs);
    },
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    deadlocks: async () => {
      const metrics = "SELECT COUNT AS count FROM information_schema.INNODB_METRICS";
      return Number((await query(`${metrics} WHERE NAME = 'lock_deadlocks'`)).count ?? 0);
    },
    async stop() {
      const { sequelize } = await import("#app/database/connection.server.ts");
      await sequelize.close();
      await server.stop();
    },
  };
}

/** The same as a file. */
export async function startSqliteDatabase({
  isMigrated = true,
}: Options = {}): Promise<Pick<DrillDatabase, "url" | "stop">> {
  const directory = makeDataDirectory("att-drill-");
  const database = await createDatabase(`sqlite:${directory}`, { isMigrated });
  Object.assign(process.env, environment, { DATABASE_URL: database.url, LOG_LEVEL: "error" });
  return {
    url: database.url,
    async stop() {
      const { sequelize } = await import("#app/database/connection.server.ts");
      await sequelize.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
