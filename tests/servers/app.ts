import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { environment } from "../setup/environment.ts";

const BUILD = fileURLToPath(new URL("../../build", import.meta.url));
const START_MAX_MS = 90_000;

export type LogLine = { level: number; msg: string; [name: string]: unknown };

export type App = {
  url: string;
  pid: number;
  /** Everything it has written so far. */
  output(): string;
  /** Its log, one entry per line of JSON. */
  log(): LogLine[];
  /** From now on nobody reads what it writes. */
  closeOutput(): void;
  /** Sends the signal and waits for the end. Gives the exit code, null when the signal ended it. */
  kill(signal?: NodeJS.Signals): Promise<number | null>;
};

let stopIdle: (() => Promise<void>) | null = null;

/** An app that no file uses: it stops before another one starts, because both would work on the same rows. */
export function setIdleApp(stop: (() => Promise<void>) | null): void {
  stopIdle = stop;
}

/** For a test that writes due rows before it starts a server for them. */
export async function stopIdleApp(): Promise<void> {
  const stop = stopIdle;
  setIdleApp(null);
  await stop?.();
}

type Options = {
  databaseUrl: string;
  env?: Record<string, string>;
  /** A command that becomes the server, such as `prlimit` with its options. */
  launcher?: string[];
  /** The folder of another build. */
  build?: string;
  /** The path of another Node.js. */
  node?: string;
};

/**
 * Starts the built server as a program of its own, on a free port and a migrated database.
 * @throws {Error} with all that the server wrote, when it does not listen
 */
export async function startApp({
  databaseUrl,
  env = {},
  launcher = [],
  build = BUILD,
  node = process.execPath,
}: Options): Promise<App> {
  const program = path.join(build, "server.js");
  if (!existsSync(program)) throw new Error(`There is no ${program}: run npm run build first.`);
  await stopIdleApp();
  const [command = node, ...args] = [...launcher, node, program];
  const child = spawn(command, args, {
    env: { ...process.env, ...environment, NODE_ENV: "production", DATABASE_URL: databaseUrl, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      written += text;
    });
  }
  const cleanUp = () => child.kill("SIGKILL");
  process.once("exit", cleanUp);
  let isWanted = true;
  const exited = once(child, "exit").then(([code, signal]) => {
    process.off("exit", cleanUp);
    if (isWanted && port !== null)
      console.error(`The app ended by itself with ${code ?? signal}:\n${written.slice(-5_000)}`);
    return code as number | null;
  });

  const listening = once(child, "message", { signal: AbortSignal.timeout(START_MAX_MS) }).then(
    ([message]) => (message as { type: "listening"; port: number }).port,
  );
  let port: number | null = null;
  port = await Promise.race([listening, exited.then(() => null)]).catch(() => null);
  if (port === null) {
    child.kill("SIGKILL");
    listening.catch(() => undefined);
    throw new Error(`The app did not start:\n${written}`);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => written,
    log: () => readLog(written),
    closeOutput() {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
    async kill(signal = "SIGTERM") {
      isWanted = false;
      child.kill(signal);
      return exited;
    },
  };
}

export const readLog = (output: string): LogLine[] =>
  output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
