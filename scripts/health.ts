import { config } from "#app/env.server.ts";
import { printHelp } from "./help.ts";

const USAGE = `Usage: node build/commands/health.js [worker|server]
Asks the worker of this machine, at WORKER_PORT, or the server, at PORT, whether it can do its work. Exit code 0 if it
can, 1 with the reasons if not.`;

const WAIT_MS = 5_000;
/** Addresses that a program listens on and nobody can ask. */
const EVERY_ADDRESS = ["0.0.0.0", "::", ""];

const programs: Record<string, { host: string; port: number } | undefined> = {
  worker: { host: "127.0.0.1", port: config.workerPort },
  server: {
    host: EVERY_ADDRESS.includes(config.host) ? "127.0.0.1" : config.host,
    port: config.port,
  },
};

/** @returns why it cannot do its work */
async function findProblems({ host, port }: { host: string; port: number }): Promise<string[]> {
  const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  try {
    const response = await fetch(`http://${address}/readyz`, { signal: AbortSignal.timeout(WAIT_MS) });
    const { status, problems }: { status?: string; problems?: string[] } = await response.json();
    return status === "ready" ? [] : (problems ?? ["It gives no reason."]);
  } catch {
    return [`It does not respond at ${address}.`];
  }
}

async function main(): Promise<void> {
  const [name = "worker", ...others] = process.argv.slice(2);
  const program = programs[name];
  if (!program || others.length > 0) throw new Error(USAGE);
  if (program.port === 0)
    throw new Error(`${name === "worker" ? "WORKER_PORT" : "PORT"} is 0, so nobody can be asked.`);
  const problems = await findProblems(program);
  if (problems.length > 0) throw new Error(`The ${name} is not ready. ${problems.join(" ")}`);
  console.log(`The ${name} is ready.`);
}

if (!printHelp(USAGE))
  main().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
