import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import mysql from "mysql2/promise";
import { startDrillDatabase } from "../drills/database.ts";
import { percentile } from "../drills/drill.ts";
import { runSteadily, sendUntil } from "../drills/visitors.ts";
import { startApp } from "../tests/servers/app.ts";
import { send } from "../tests/support/client.ts";
import { AS_IN_PRODUCTION, readCpuMicroseconds } from "./servers.ts";

/**
 * `npm run bench -- --only brokers`: brokers call back at a steady rate, every second call one that came before, while
 * the process that answers also works on them; then one broker calls far more often than it may, beside the others.
 */
const { values: options } = parseArgs({ options: { seconds: { type: "string", default: "30" } } });
const SECONDS = Number(options.seconds);
const TOKENS = 50;
const PER_SECOND = 500;
/** Of one broker: more than are worked on at once. */
const RUSH = 12_000;
const RUSH_OPEN = 500;
const OTHERS_PER_SECOND = 20;
const GOAL = { answeredMs: 50, coreMicroseconds: 1e6 / PER_SECOND };
const LOOK_MS = 200;

const database = await startDrillDatabase();
const connection = await mysql.createConnection(database.url);

async function count(sql: string): Promise<number> {
  const [rows] = await connection.query(sql);
  return Number(Object.values((rows as Record<string, unknown>[])[0] ?? {})[0]);
}

async function findDatabasePid(): Promise<number> {
  const [rows] = await connection.query("SELECT @@pid_file AS file");
  return Number(readFileSync(String((rows as { file: string }[])[0]?.file), "utf8"));
}

async function untilWorkedOn(): Promise<void> {
  const left =
    "SELECT (SELECT COUNT(*) FROM postbacks WHERE state IN ('new', 'later')) + (SELECT COUNT(*) FROM matchingMarks)";
  while ((await count(left)) > 0) await sleep(LOOK_MS);
}

async function run(): Promise<boolean> {
  const { createForm, unique } = await import("../tests/factories/index.ts");
  const { depositQuery, openPostbacks } = await import("../tests/support/brokers.ts");
  console.log(
    `brokers: ${PER_SECOND} calls a second of ${TOKENS} brokers for ${SECONDS} s, half of them repeats`,
  );
  const paths: string[] = [];
  for (let made = 0; made < TOKENS; made++) paths.push(await openPostbacks(await createForm()));
  const app = await startApp({
    databaseUrl: database.url,
    env: { LOG_LEVEL: "warn", POLL_MS: "1000", NODE_OPTIONS: AS_IN_PRODUCTION.join(" ") },
    launcher: ["taskset", "--cpu-list", "0"],
  });
  const databasePid = await findDatabasePid();
  let calls = 0;
  /** Where one is not answered, it is sent again. */
  let requests = 0;
  const statuses = new Set<number>();
  const newQuery = () =>
    depositQuery({
      player: String(8_000_000 + calls),
      mail: `${unique()}@example.com`,
      at: new Date(),
      tx: unique(),
    });
  const call = async (target: string, tookMs: number[]) => {
    const startedAt = performance.now();
    await sendUntil(
      200,
      () => {
        requests += 1;
        return send(app.url + target);
      },
      statuses,
    );
    tookMs.push(performance.now() - startedAt);
  };
  const readCpu = () => [app.pid, databasePid].map((pid) => readCpuMicroseconds(pid) ?? 0);
  const stored = () => count("SELECT COUNT(*) FROM postbacks");
  const rows = () => count("SELECT COUNT(*) FROM brokerRows");

  // Compiled, and the addresses known.
  const last = new Map<string, string>();
  const callNext = (tookMs: number[]) => {
    const path = paths[(calls >> 1) % TOKENS] ?? "";
    const query = calls % 2 === 0 ? newQuery() : (last.get(path) ?? newQuery());
    last.set(path, query);
    calls += 1;
    return call(path + query, tookMs);
  };
  await runSteadily(() => callNext([]), { times: PER_SECOND * 4, perSecond: PER_SECOND });
  await untilWorkedOn();

  const [callsBefore, before, startedAt] = [calls, readCpu(), performance.now()];
  const tookMs: number[] = [];
  await runSteadily(() => callNext(tookMs), { times: PER_SECOND * SECONDS, perSecond: PER_SECOND });
  const seconds = (performance.now() - startedAt) / 1_000;
  const answeredCpu = readCpu();
  await untilWorkedOn();
  const behindSeconds = (performance.now() - startedAt) / 1_000 - seconds;
  const after = readCpu();
  const made = calls - callsBefore;
  const perCall = (until: number[], index: number) =>
    Math.round(((until[index] ?? 0) - (before[index] ?? 0)) / made);
  const lost = Math.max(0, calls - (await stored()));
  const distinct = Math.ceil(calls / 2);
  const apart = Math.abs((await rows()) - distinct);
  const show = (times: number[]) => [0.5, 0.95, 0.99].map((share) => percentile(times, share)).join(", ");
  const met = (isMet: boolean) => (isMet ? "met" : "MISSED");
  const serverMicroseconds = perCall(after, 0);
  console.log(
    `  answered ${Math.round(made / seconds)} a second, ${requests - calls} sent again; p50, p95, p99: ${show(tookMs)} ms (goal ${GOAL.answeredMs}: ${met(percentile(tookMs, 0.95) <= GOAL.answeredMs)}); all worked on ${behindSeconds.toFixed(1)} s later`,
  );
  console.log(
    `  processor µs of a call: server ${perCall(answeredCpu, 0)} until answered, ${serverMicroseconds} with its work (goal ${GOAL.coreMicroseconds}: ${met(serverMicroseconds <= GOAL.coreMicroseconds)}), database ${perCall(after, 1)}: one core could do ${Math.round(1e6 / serverMicroseconds)} a second`,
  );
  console.log(`  not stored: ${lost}; rows more or fewer than deposits: ${apart}`);

  const [rushing = "", ...others] = paths;
  const rowsBefore = await rows();
  const storedBefore = await stored();
  const callsOfRush: number[] = [];
  const othersMs: number[] = [];
  let begun = 0;
  let laterMost = 0;
  let othersMade = 0;
  const rush = Promise.all(
    Array.from({ length: RUSH_OPEN }, async () => {
      while (begun < RUSH) {
        begun += 1;
        calls += 1;
        await call(rushing + newQuery(), callsOfRush);
      }
    }),
  );
  const looking = (async () => {
    for (; begun < RUSH; await sleep(LOOK_MS))
      laterMost = Math.max(laterMost, await count("SELECT COUNT(*) FROM postbacks WHERE state = 'later'"));
  })();
  await runSteadily(
    () => {
      calls += 1;
      othersMade += 1;
      return call((others[othersMade % others.length] ?? "") + newQuery(), othersMs);
    },
    { times: rush, perSecond: OTHERS_PER_SECOND },
  );
  await looking;
  laterMost = Math.max(laterMost, await count("SELECT COUNT(*) FROM postbacks WHERE state = 'later'"));
  await untilWorkedOn();
  const madeInRush = RUSH + othersMade;
  const lostInRush = Math.max(0, storedBefore + madeInRush - (await stored()));
  const apartInRush = Math.abs((await rows()) - rowsBefore - madeInRush);
  console.log(
    `  ${RUSH} calls of one broker, ${RUSH_OPEN} open at once: p50, p95, p99 of the ${othersMade} of others ${show(othersMs)} ms, of its own ${show(callsOfRush)} ms; ${laterMost} waited for later; not stored: ${lostInRush}; rows more or fewer: ${apartInRush}`,
  );
  await app.kill();
  return (
    [lost, apart, lostInRush, apartInRush].every((one) => one === 0) &&
    serverMicroseconds <= GOAL.coreMicroseconds
  );
}

const isWell = await run().finally(async () => {
  await connection.end();
  await database.stop();
});
process.exit(isWell ? 0 : 1);
