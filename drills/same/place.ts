import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { sandboxEnvironment } from "../../sandbox/platforms.ts";
import { type App, startApp } from "../../tests/servers/app.ts";
import { type SandboxServer, startSandboxServer } from "../../tests/servers/sandbox.ts";
import { type MailServer, startMailServer } from "../../tests/servers/smtp.ts";
import { createDatabase } from "../../tests/setup/databases.ts";
import { environment } from "../../tests/setup/environment.ts";
import { startMysql } from "../../tests/setup/mysql.ts";
import { movedClock, setStandingClock, standingClock } from "../clock.ts";
import { pause } from "../drill.ts";

export type Dialect = "sqlite" | "mysql";
export const DIALECTS: Dialect[] = ["sqlite", "mysql"];

/** A database with what is around it, at a time of its own. */
export type Place = {
  databaseUrl: string;
  sandbox: SandboxServer;
  mail: MailServer;
  now(): Date;
  /** Runs a command of a build. */
  run(build: string, command: string, ...args: string[]): Promise<void>;
  /** Runs a program of other sources by tsx. */
  runSource(source: string, file: string, ...args: string[]): Promise<void>;
  /** Its clock goes like the database's, or stands at a time. */
  serve(build: string, options?: { standsAt?: Date; hasWorker?: boolean }): Promise<App>;
  /** Moves the clocks that stand. */
  standAt(now: Date): Promise<void>;
  stop(): Promise<void>;
};

/** After that a program has seen that its clock was moved. */
const SEEN_MS = 1_500;

/** In texts and addresses; what is signed names it too. */
const PUBLIC_URL = "http://localhost:3000";

/** An empty database whose clock, and that of all that works on it, starts at a time. */
export async function openPlace(dialect: Dialect, start: Date): Promise<Place> {
  const offsetMs = start.getTime() - Date.now();
  const now = () => new Date(Date.now() + offsetMs);
  const folder = mkdtempSync(path.join(tmpdir(), "attesto-same-"));
  const server =
    dialect === "mysql"
      ? await startMysql({ env: movedClock(start) })
      : { url: `sqlite:${folder}`, stop: async () => undefined };
  const database = await createDatabase(server.url, { isMigrated: false });
  const [sandbox, mail] = await Promise.all([
    startSandboxServer({ now: () => now().getTime() }),
    startMailServer(),
  ]);
  const env = {
    ...environment,
    APP_ENV: "demo",
    PUBLIC_URL,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    LOG_LEVEL: "warn",
    SMTP_URL: mail.url,
    CONTACT_TO: "help@recorded.example",
    TZ: "UTC",
    ...sandboxEnvironment(sandbox.url),
  };
  const clockFile = path.join(folder, "clock");
  const apps: App[] = [];
  const run = async (program: string[], cwd: string) => {
    const options = {
      cwd,
      env: { ...process.env, ...env, ...movedClock(now()) },
      maxBuffer: 64 * 1024 * 1024,
    };
    await promisify(execFile)(process.execPath, program, options);
  };
  return {
    databaseUrl: database.url,
    sandbox,
    mail,
    now,
    run: (build, command, ...args) => run([path.join(build, `commands/${command}.js`), ...args], folder),
    runSource: (source, file, ...args) => run(["--import", "tsx", file, ...args], source),
    async standAt(time) {
      setStandingClock(clockFile, time);
      await pause(SEEN_MS);
    },
    async serve(build, { standsAt, hasWorker = true } = {}) {
      if (standsAt) setStandingClock(clockFile, standsAt);
      const clock = standsAt ? standingClock(clockFile) : movedClock(now());
      const app = await startApp({
        build,
        databaseUrl: database.url,
        env: { ...env, ...clock, RUN_WORKER: hasWorker ? "yes" : "no" },
      });
      apps.push(app);
      return app;
    },
    async stop() {
      await Promise.all(apps.map((app) => app.kill("SIGKILL")));
      await Promise.all([sandbox.close(), mail.close()]);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
