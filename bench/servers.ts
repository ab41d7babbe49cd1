import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { residentMb } from "../tests/support/resident-memory.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** Of `/proc/<pid>/stat`, which counts in ticks: a hundred a second on every Linux. */
const TICK_MICROSECONDS = 10_000;

/** As `npm start` and `npm run worker` do. */
export const AS_IN_PRODUCTION = ["--max-semi-space-size=32"];

export type BenchServer = {
  url: string;
  pid: number | undefined;
  memoryMb(): number | null;
  kill(): void;
};

const readStat = (pid: number | undefined): string | null => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
};

/** Processor time of all threads of a process so far; null where there is no /proc. */
export function readCpuMicroseconds(pid: number | undefined): number | null {
  const stat = readStat(pid);
  if (!stat) return null;
  // After the name, which may hold blanks: state is the third field, user and system time 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MICROSECONDS;
}

/** Starts a program of the checkout that tells its port. Its log is written as always, only not kept. */
export async function startServer(file: string, env: Record<string, string>): Promise<BenchServer> {
  const isSource = file.endsWith(".ts");
  const child: ChildProcess = spawn(
    process.execPath,
    [...AS_IN_PRODUCTION, ...(isSource ? ["--import", "tsx"] : []), path.join(ROOT, file)],
    {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: "production", ...env } as NodeJS.ProcessEnv,
      stdio: ["ignore", openSync("/dev/null", "w"), "inherit", "ipc"],
    },
  );
  const ended = once(child, "exit").then(() => {
    throw new Error(`${file} ended before it listened.`);
  });
  const [message] = (await Promise.race([once(child, "message"), ended])) as [{ port: number }];
  ended.catch(() => undefined);
  return {
    url: `http://127.0.0.1:${message.port}`,
    pid: child.pid,
    memoryMb: () => residentMb(child.pid),
    kill: () => void child.kill("SIGKILL"),
  };
}
