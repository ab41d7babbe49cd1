import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import mysql from "mysql2/promise";
import { freePort } from "../servers/free-port.ts";
import { makeDataDirectory } from "./data-directory.ts";

const START_MAX_MS = 60_000;
const DIRECTORIES = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin", "/usr/local/sbin"];

export const HOW_TO_INSTALL = "apt-get install mariadb-server";

export type MysqlServer = {
  url: string;
  /** Of a private server only. */
  pid?(): number | undefined;
  stop(): Promise<void>;
  /** Kills the process, waits, and starts it again with its data. Only a private server can. */
  killAndRestart?(downMs: number): Promise<void>;
};

type Plan = { kind: "given"; url: string } | { kind: "private"; program: string } | null;

/** Where the MySQL half runs: TEST_DATABASE_URL, else a server of its own, else, in CI only, the machine's. Null: nowhere. */
export function planMysql(): Plan {
  const given = process.env.TEST_DATABASE_URL;
  if (given?.startsWith("mysql://")) return { kind: "given", url: withoutDatabase(given) };
  const program = findProgram("mariadbd") ?? findProgram("mysqld");
  if (program) return { kind: "private", program };
  return process.env.CI === "true" ? { kind: "given", url: "mysql://root@127.0.0.1:3306" } : null;
}

/**
 * @param options.isDurable as in production, where no commit may be lost
 * @throws {Error} when there is no server to be had, with the command that installs one
 */
export async function startMysql({
  isDurable = false,
  memoryMb = 128,
  env = {},
}: Partial<PrivateOptions> = {}): Promise<MysqlServer> {
  const plan = planMysql();
  if (!plan) throw new Error(`There is no MySQL or MariaDB server here. One comes with: ${HOW_TO_INSTALL}`);
  return plan.kind === "given"
    ? { url: plan.url, stop: async () => undefined }
    : startPrivateServer(plan.program, { isDurable, memoryMb, env });
}

function withoutDatabase(url: string): string {
  const server = new URL(url);
  server.pathname = "";
  return server.href;
}

/** The path of a program of the machine, also one that only root has in its PATH. */
export function findProgram(name: string): string | null {
  for (const directory of DIRECTORIES) {
    try {
      const file = path.join(directory, name);
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this one.
    }
  }
  return null;
}

/** What an operator would set: each commit is on the disk, and the system does not cache pages again. */
const AS_IN_PRODUCTION = [
  "--innodb-flush-log-at-trx-commit=1",
  "--innodb-flush-method=O_DIRECT",
  "--innodb-log-buffer-size=64M",
];

type PrivateOptions = { isDurable: boolean; memoryMb: number; env: Record<string, string> };

async function startPrivateServer(
  program: string,
  { isDurable, memoryMb, env }: PrivateOptions,
): Promise<MysqlServer> {
  // Short, because the path of a socket has at most 107 characters.
  const directory = isDurable ? mkdtempSync(path.join(tmpdir(), "att-")) : makeDataDirectory("att-");
  const asRoot = process.getuid?.() === 0 ? ["--user=root"] : [];
  const data = `--datadir=${directory}/data`;
  let server: ChildProcess | undefined;
  const cleanUp = () => {
    server?.kill("SIGKILL");
    rmSync(directory, { recursive: true, force: true });
  };
  process.once("exit", cleanUp);
  try {
    initialise(program, [data, ...asRoot]);
    const port = await freePort();
    const url = `mysql://root@127.0.0.1:${port}`;
    const options = [
      "--no-defaults",
      data,
      `--socket=${directory}/s`,
      `--pid-file=${directory}/pid`,
      // A server that starts deletes the temporary tables of all that share this directory.
      `--tmpdir=${directory}`,
      `--port=${port}`,
      "--bind-address=127.0.0.1",
      "--max-connections=300",
      `--innodb-buffer-pool-size=${memoryMb}M`,
      // Large enough that pages are not written again and again.
      `--innodb-log-file-size=${Math.max(96, memoryMb / 4)}M`,
      ...(isDurable ? AS_IN_PRODUCTION : ["--innodb-flush-log-at-trx-commit=2"]),
      // What an old server's defaults may be: the schema must say itself what it needs.
      "--character-set-server=latin1",
      ...asRoot,
    ];
    const start = async () => {
      server = spawn(program, options, {
        env: { ...process.env, ...env },
        stdio: ["ignore", "ignore", "pipe"],
      });
      await reached(server, url);
    };
    const end = async (signal: NodeJS.Signals) => {
      const ended = server && server.exitCode === null ? once(server, "exit") : null;
      server?.kill(signal);
      await ended;
    };
    await start();
    return {
      url,
      pid: () => server?.pid,
      async killAndRestart(downMs) {
        await end("SIGKILL");
        await new Promise((resolve) => setTimeout(resolve, downMs));
        await start();
      },
      async stop() {
        await end("SIGTERM");
        process.off("exit", cleanUp);
        cleanUp();
      },
    };
  } catch (error) {
    cleanUp();
    throw error;
  }
}

/** An empty data directory whose root needs no password. */
export function initialise(program: string, options: string[]): void {
  const install = findProgram("mariadb-install-db");
  const isMariaDb = /mariadb/i.test(
    execFileSync(program, ["--no-defaults", "--version"], { encoding: "utf8" }),
  );
  const [command, args] =
    isMariaDb && install
      ? [install, ["--no-defaults", "--auth-root-authentication-method=normal", "--skip-test-db", ...options]]
      : [program, ["--no-defaults", "--initialize-insecure", ...options]];
  execFileSync(command, args, { stdio: "pipe" });
}

/** Waits until the server answers. @throws {Error} with what it wrote, if it ends or takes too long */
export async function reached(server: ChildProcess, url: string): Promise<void> {
  let written = "";
  server.stderr?.setEncoding("utf8").on("data", (text: string) => {
    written += text;
  });
  const deadline = Date.now() + START_MAX_MS;
  for (;;) {
    try {
      const connection = await mysql.createConnection(url);
      await connection.end();
      return;
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadline)
        throw new Error(`The private database server did not start:\n${written}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
