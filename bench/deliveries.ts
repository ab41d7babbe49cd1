import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import mysql from "mysql2/promise";
import { startDrillDatabase } from "../drills/database.ts";
import { percentile } from "../drills/drill.ts";
import { sandboxEnvironment } from "../sandbox/platforms.ts";
import { startApp } from "../tests/servers/app.ts";
import { startSandboxServer } from "../tests/servers/sandbox.ts";
import { environment } from "../tests/setup/environment.ts";
import { AS_IN_PRODUCTION, readCpuMicroseconds } from "./servers.ts";

/**
 * `npm run bench -- --only deliveries`: how fast a backlog of verified events drains into the sandbox, beside
 * flushed inserts of the same run, and how long the owner's decisions take meanwhile.
 */
const { values: options } = parseArgs({
  options: { events: { type: "string", default: "50000" }, workers: { type: "string", default: "1" } },
});
const EVENTS = Number(options.events);
const WORKERS = Number(options.workers);
const GOAL = { perSecond: 2_000, decisionMs: 300 };
const DECIDE_EVERY_MS = 250;
/** Decisions without a backlog to send, for comparison; the first half of them warms up. */
const BEFORE = 40;
const LOOK_MS = 200;
const FLUSHES_MS = 3_000;
/** The product's own: with the tests' 25 ms the other jobs would be a large part of the work. */
const WORKER = fileURLToPath(new URL("../build/worker.js", import.meta.url));

const database = await startDrillDatabase();
const sandbox = await startSandboxServer();
const connection = await mysql.createConnection(database.url);

/** How many rows a second one connection inserts, each with a commit that reaches the disk. */
async function countFlushedInserts(): Promise<number> {
  await connection.query("CREATE TABLE flushed (id INT AUTO_INCREMENT PRIMARY KEY, text VARCHAR(200))");
  const text = "x".repeat(200);
  const startedAt = performance.now();
  let rows = 0;
  for (; performance.now() - startedAt < FLUSHES_MS; rows += 1)
    await connection.query("INSERT INTO flushed (text) VALUES (?)", [text]);
  return (1000 * rows) / (performance.now() - startedAt);
}

function startWorker() {
  const env = { ...process.env, ...environment, POLL_MS: "1000", ...sandboxEnvironment(sandbox.url) };
  const child = spawn(process.execPath, [...AS_IN_PRODUCTION, WORKER], {
    env: { ...env, NODE_ENV: "production", DATABASE_URL: database.url, LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return { child, ended: once(child, "exit") };
}

async function countWaiting(): Promise<number> {
  const [rows] = await connection.query(
    "SELECT COUNT(*) AS waiting FROM deliveries WHERE state IN ('queued', 'retrying')",
  );
  return Number((rows as { waiting: number }[])[0]?.waiting);
}

async function findDatabasePid(): Promise<number> {
  const [rows] = await connection.query("SELECT @@pid_file AS file");
  return Number(readFileSync(String((rows as { file: string }[])[0]?.file), "utf8"));
}

async function run(): Promise<boolean> {
  const { createBacklog } = await import("./backlog.ts");
  const { signInAs, submitForm } = await import("../tests/factories/index.ts");
  console.log(`deliveries: ${EVENTS} events to three platforms, ${WORKERS} workers`);
  const form = await createBacklog(database.url, EVENTS);
  const env = { ...sandboxEnvironment(sandbox.url), RUN_WORKER: "no", LOG_LEVEL: "warn" };
  const app = await startApp({ databaseUrl: database.url, env });
  const { token } = await signInAs(form.owner);
  const flushed = await countFlushedInserts();

  let isDraining = true;
  let decisionsMs: number[] = [];
  const decide = async () => {
    const { id } = await submitForm(form);
    const startedAt = performance.now();
    const answer = await fetch(`${app.url}/api/optin/dashboard/submissions/${id}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ status: "handled" }),
    });
    if (!answer.ok) throw new Error(`A decision was answered with ${answer.status}.`);
    decisionsMs.push(performance.now() - startedAt);
  };
  for (let made = 0; made < BEFORE; made += 1) await decide();
  const before95 = percentile(decisionsMs.slice(BEFORE / 2), 0.95);
  decisionsMs = [];
  const databasePid = await findDatabasePid();
  const atStart = await countWaiting();
  const workers = Array.from({ length: WORKERS }, startWorker);
  const readCpu = () => ({
    database: readCpuMicroseconds(databasePid) ?? 0,
    workers: workers.reduce((sum, { child }) => sum + (readCpuMicroseconds(child.pid) ?? 0), 0),
    sandbox: readCpuMicroseconds(process.pid) ?? 0,
  });
  // Their start is not measured.
  while ((await countWaiting()) === atStart) await sleep(LOOK_MS);
  const before = readCpu();
  const waiting = await countWaiting();
  const startedAt = performance.now();
  const deciding = (async () => {
    for (; isDraining; await sleep(DECIDE_EVERY_MS)) await decide();
  })();
  while ((await countWaiting()) > 0) await sleep(LOOK_MS);
  const seconds = (performance.now() - startedAt) / 1000;
  const after = readCpu();
  isDraining = false;
  await deciding;
  for (const { child, ended } of workers) {
    child.kill();
    await ended;
  }
  await app.kill();

  const perSecond = waiting / seconds;
  const p95 = percentile(decisionsMs, 0.95);
  const met = (isMet: boolean) => (isMet ? "met" : "MISSED");
  console.log(
    `  events/s: ${Math.round(perSecond)} (goal ${GOAL.perSecond}: ${met(perSecond >= GOAL.perSecond)})`,
  );
  const perEvent = (name: keyof typeof after) => Math.round((after[name] - before[name]) / waiting);
  const cores = perEvent("workers") + perEvent("database") + perEvent("sandbox");
  console.log(
    `  CPU µs per event: worker ${perEvent("workers")}, database ${perEvent("database")}, sandbox and decisions ${perEvent("sandbox")}: two idle cores could do ${Math.round(2e6 / cores)} a second`,
  );
  console.log(
    `  flushed inserts/s: ${Math.round(flushed)}, so events over them: ${(perSecond / flushed).toFixed(2)}`,
  );
  console.log(
    `  decisions meanwhile: ${decisionsMs.length}, p95 ${p95} ms, before ${before95} ms (goal ${GOAL.decisionMs}: ${met(p95 <= GOAL.decisionMs)})`,
  );
  return perSecond >= GOAL.perSecond && p95 <= GOAL.decisionMs;
}

const isWell = await run().finally(async () => {
  await connection.end();
  await sandbox.close();
  await database.stop();
});
process.exit(isWell ? 0 : 1);
