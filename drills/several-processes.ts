import mysql from "mysql2/promise";
import { type App, startApp } from "../tests/servers/app.ts";
import { startRedisServer } from "../tests/servers/redis.ts";
import { send } from "../tests/support/client.ts";
import { startDrillDatabase } from "./database.ts";
import { type Drill, pause, percentile } from "./drill.ts";

const LONG = { changes: 40, idleMs: 60_000 };
const SHORT = { changes: 10, idleMs: 20_000 };
const KNOWN_WITHIN_MS = 1_000;
const KNOWN_BY_MESSAGE_WITHIN_MS = 100;
const ASKED_EVERY_MS = 5;
/** What runs once at the start has run, and connections that are no longer needed are closed. */
const CALM_AFTER_MS = 45_000;

/** What one process changes the other knows soon, and both ask little of the database while nothing happens. */
export const severalProcesses: Drill = {
  name: "several processes",
  async run({ isLong }) {
    const { changes, idleMs } = isLong ? LONG : SHORT;
    const database = await startDrillDatabase();
    const redis = await startRedisServer();
    const start = async (env: Record<string, string>): Promise<[App, App]> => [
      await startApp({ databaseUrl: database.url, env: { ...env, POLL_MS: "1000" } }),
      await startApp({ databaseUrl: database.url, env: { ...env, POLL_MS: "1000" } }),
    ];
    const running: App[] = [];
    try {
      const alone = await start({});
      running.push(...alone);
      const byPoll = await measureChanges(alone, changes);
      await pause(CALM_AFTER_MS);
      const asked = await countQuestions(database.url, idleMs);
      await Promise.all(running.splice(0).map((app) => app.kill()));
      const connected = await start({ REDIS_URL: redis.url });
      running.push(...connected);
      const byMessage = await measureChanges(connected, changes);
      const perSecond = asked / (idleMs / 1_000) / alone.length;
      return {
        figures: {
          "ms until the other process knows, p50 and p95": `${percentile(byPoll, 0.5)}, ${percentile(byPoll, 0.95)}`,
          "the same with Redis": `${percentile(byMessage, 0.5)}, ${percentile(byMessage, 0.95)}`,
          "queries a second of an idle process": perSecond.toFixed(2),
        },
        goals: [
          {
            goal: `a change is known within ${KNOWN_WITHIN_MS} ms`,
            isMet: percentile(byPoll, 0.95) <= KNOWN_WITHIN_MS,
          },
          {
            goal: `and within ${KNOWN_BY_MESSAGE_WITHIN_MS} ms with Redis`,
            isMet: percentile(byMessage, 0.95) <= KNOWN_BY_MESSAGE_WITHIN_MS,
          },
          // And some jobs every few minutes.
          { goal: "an idle process asks about once a second", isMet: perSecond <= 1.1 },
        ],
      };
    } finally {
      await Promise.all(running.map((app) => app.kill()));
      await redis.stop();
      await database.stop();
    }
  },
};

/** Pauses a form and opens it again at one process, and asks the other until it knows: in ms, for each change. */
async function measureChanges([here, there]: [App, App], changes: number): Promise<number[]> {
  const { createForm, signInAs } = await import("../tests/factories/index.ts");
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const times: number[] = [];
  for (let index = 0; index < changes; index++) {
    const isActive = index % 2 === 1;
    await send(`${here.url}/api/optin-settings`, { method: "PUT", token, json: { isActive } });
    const changedAt = performance.now();
    while ((await send(`${there.url}/api/optin/${form.slug}`)).status !== (isActive ? 200 : 404))
      await pause(ASKED_EVERY_MS);
    times.push(performance.now() - changedAt);
    // Not always at the same time after a poll.
    await pause(Math.random() * 1_000);
  }
  return times;
}

const COUNTED = ["select", "insert", "update", "delete", "begin", "commit", "set_option", "show_variables"];

/** How many statements the server gets in a time. */
async function countQuestions(url: string, ms: number): Promise<number> {
  const connection = await mysql.createConnection(url);
  const names = COUNTED.map((name) => `'Com_${name}'`).join(", ");
  const read = async () => {
    const [rows] = await connection.query(`SHOW GLOBAL STATUS WHERE Variable_name IN (${names})`);
    return (rows as { Value: string }[]).reduce((sum, { Value }) => sum + Number(Value), 0);
  };
  const before = await read();
  await pause(ms);
  const asked = (await read()) - before;
  await connection.end();
  return asked;
}
