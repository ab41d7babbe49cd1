import { cpus } from "node:os";
import mysql from "mysql2/promise";
import { sandboxEnvironment } from "../sandbox/platforms.ts";
import { type Cluster, startCluster } from "../tests/cluster/cluster.ts";
import { type App, startApp } from "../tests/servers/app.ts";
import { startRedisServer } from "../tests/servers/redis.ts";
import { startSandboxServer } from "../tests/servers/sandbox.ts";
import { createDatabase } from "../tests/setup/databases.ts";
import { environment } from "../tests/setup/environment.ts";
import { type Drill, pause } from "./drill.ts";
import { decideSteadily, type Owner } from "./owner.ts";
import { confirmSteadily } from "./visitors.ts";

const LONG = { perSecond: 100, outageMs: 20_000 };
const SHORT = { perSecond: 20, outageMs: 10_000 };
/** Two ports with two processes each. */
const APPS = 2;
const WORKERS = 2;
/** A machine that is busier without faults gets less to do. */
const BUSY_MAX = 0.7;
const CALIBRATED_IN_MS = 5_000;
const PER_SECOND_MIN = 5;
const BACK_AFTER_KILL_MS = 5_000;
const BACK_MS = 8_000;
/** What is compared between the nodes, row by row. */
const COMPARED = ["submissions", "submissionTotals", "counts", "monthTotals", "proofEntries", "domainEvents"];

/**
 * The node that is written to is killed, frozen and cut off, one after the other, Redis dies, and a node loses its
 * data, while people confirm and decide and events go to four ad platforms.
 */
export const cluster: Drill = {
  name: "cluster",
  async run({ isLong }) {
    const { outageMs, ...at } = isLong ? LONG : SHORT;
    let { perSecond } = at;
    const galera = await startCluster();
    const database = await createDatabase(galera.nodes[0].url);
    const name = new URL(database.url).pathname;
    const databaseUrl = galera.url + name;
    Object.assign(process.env, environment, { DATABASE_URL: databaseUrl, LOG_LEVEL: "error" });
    const redis = await startRedisServer();
    const sandbox = await startSandboxServer({ keptMax: 1_000_000 });
    const env = { ...sandboxEnvironment(sandbox.url), REDIS_URL: redis.url, WORKERS: String(WORKERS) };
    const apps = await Promise.all(Array.from({ length: APPS }, () => startApp({ databaseUrl, env })));
    try {
      const acknowledgedAt: number[] = [];
      const back: Record<string, number> = {};
      const rejoinedBy: (string | null)[] = [];
      const during = async (fault: string, run: () => Promise<void>) => {
        const startedAt = performance.now();
        await run();
        back[fault] = longestPause([startedAt, ...acknowledgedAt.filter((at) => at >= startedAt)]);
      };
      const causeFaults = async () => {
        await pause(5_000);
        const killed = await findWriter(galera, name);
        await during("killed", async () => {
          await killed.kill();
          await pause(outageMs);
        });
        await during("rejoining", async () => {
          await killed.start();
          rejoinedBy.push(killed.howItRejoined());
          await galera.settled();
        });
        const frozen = await findWriter(galera, name);
        await during("frozen", async () => {
          frozen.freeze();
          await pause(outageMs);
        });
        await during("thawed", async () => {
          frozen.thaw();
          await galera.settled();
        });
        const isolated = await findWriter(galera, name);
        await during("cut off", async () => {
          await isolated.setIsolated(true);
          await pause(outageMs);
        });
        await during("back again", async () => {
          await isolated.setIsolated(false);
          await galera.settled();
        });
      };
      const loseRedis = () =>
        during("without Redis", async () => {
          await redis.stop();
          await pause(outageMs / 2);
          await redis.start();
        });
      const loseData = () =>
        during("copied anew", async () => {
          const [, , last] = galera.nodes;
          await last.kill();
          // The others must have noticed: a node that comes back before that finds no majority.
          await pause(outageMs / 2);
          await last.startEmpty();
          rejoinedBy.push(last.howItRejoined());
          await galera.settled();
        });
      const calibrate = async () => {
        while ((await measureBusyShare(CALIBRATED_IN_MS)) > BUSY_MAX && perSecond > PER_SECOND_MIN)
          perSecond = Math.max(PER_SECOND_MIN, Math.floor(perSecond * BUSY_MAX));
      };
      const loseMajority = async () => {
        const [first, second] = galera.nodes;
        await during("no majority", async () => {
          await Promise.all([first.setIsolated(true), second.setIsolated(true)]);
          await pause(outageMs / 2);
        });
        await during("majority again", async () => {
          await Promise.all([first.setIsolated(false), second.setIsolated(false)]);
          await galera.settled();
        });
      };
      const faults = calibrate().then(causeFaults).then(loseRedis).then(loseData).then(loseMajority);
      const random = () => (apps[Math.floor(Math.random() * apps.length)] as App).url;
      const [{ figures, goals }, owner] = await Promise.all([
        confirmSteadily({
          url: random,
          submits: faults,
          perSecond: () => perSecond,
          onAcknowledged: () => acknowledgedAt.push(performance.now()),
        }),
        decideAsOwner({ url: random, until: faults }),
        faults,
      ]);
      const { countDelivered, letLeasesRunOut, untilDone } = await import(
        "../tests/support/deliver-through-faults.ts"
      );
      await letLeasesRunOut();
      await untilDone();
      const delivered = await countDelivered(sandbox);
      const differing = await compareNodes(galera, name.slice(1));
      const rounded = Object.entries(back).map(([fault, ms]) => [
        `${fault}: longest ms without a 201`,
        Math.round(ms),
      ]);
      return {
        figures: {
          "submits a second": perSecond,
          ...figures,
          ...Object.fromEntries(rounded),
          events: delivered.events,
          "nodes rejoined by": rejoinedBy.join(", "),
          decisions: owner.decisions,
          "statuses of the owner": [...owner.statuses].sort().join(", "),
          "tables that differ between nodes": differing.join(", ") || "none",
          "lines outside the log": countForeignLines(apps),
        },
        goals: [
          ...goals,
          {
            goal: "the owner gets 200 and 503 only",
            isMet: [...owner.statuses].every((s) => [200, 503].includes(s)),
          },
          {
            goal: `back within ${BACK_AFTER_KILL_MS} ms of a kill`,
            isMet: (back.killed ?? Infinity) <= BACK_AFTER_KILL_MS,
          },
          {
            goal: `back within ${BACK_MS} ms of a freeze and a cut`,
            isMet: Math.max(back.frozen ?? Infinity, back["cut off"] ?? Infinity) <= BACK_MS,
          },
          {
            goal: "a killed node rejoins by IST, one without data by SST",
            isMet: rejoinedBy.join() === "IST,SST",
          },
          { goal: "every event accepted, and none under two ids", isMet: delivered.missing === 0 },
          {
            goal: "none sent again after its acceptance was known",
            isMet: delivered.sentAfterAccepted === 0,
          },
          { goal: "a repeat only after a lost answer", isMet: delivered.doubled === 0 },
          { goal: "every node has the same rows", isMet: differing.length === 0 },
          { goal: "nothing is written outside the log", isMet: countForeignLines(apps) === 0 },
        ],
      };
    } finally {
      await Promise.all(apps.map((app) => app.kill()));
      await Promise.all([redis.stop(), sandbox.close()]);
      const { sequelize } = await import("#app/database/connection.server.ts");
      await sequelize.close();
      await galera.stop();
    }
  },
};

function longestPause(moments: number[]): number {
  const all = [...moments, performance.now()].sort((a, b) => a - b);
  return Math.max(...all.slice(1).map((moment, index) => moment - (all[index] ?? moment)));
}

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const connection = await mysql.createConnection(url);
  try {
    await connection.query("SET SESSION wsrep_sync_wait = 7");
    return (await connection.query(sql))[0] as Row[];
  } finally {
    connection.destroy();
  }
}

/** The node that most connections go to. */
async function findWriter({ nodes }: Cluster, path: string): Promise<Cluster["nodes"][number]> {
  const sql = `SELECT COUNT(*) AS count FROM information_schema.PROCESSLIST WHERE DB = '${path.slice(1)}'`;
  const counts = await Promise.all(
    nodes.map(async ({ url }) =>
      Number((await query<{ count: number }>(url, sql).catch(() => []))[0]?.count ?? 0),
    ),
  );
  return nodes[counts.indexOf(Math.max(...counts))] ?? nodes[0];
}

async function compareNodes({ nodes }: Cluster, database: string): Promise<string[]> {
  const sql = `CHECKSUM TABLE ${COMPARED.map((table) => `${database}.${table}`).join(", ")}`;
  const sums = await Promise.all(nodes.map(({ url }) => query<{ Checksum: number }>(url, sql)));
  return COMPARED.filter((_, index) => new Set(sums.map((rows) => rows[index]?.Checksum)).size > 1);
}

/** The owner of the visitors' form, who sends to every ad platform. */
async function decideAsOwner({ url, until }: { url(): string; until: Promise<unknown> }): Promise<Owner> {
  const { OptInForm } = await import("#app/models/index.server.ts");
  const { AD_PLATFORMS, connectPlatform, findOwner, signInAs } = await import("../tests/factories/index.ts");
  let form = null;
  while (!form) form = await OptInForm.findOne();
  const { slug, workspaceId } = form;
  const member = await findOwner(workspaceId);
  for (const adPlatform of AD_PLATFORMS) await connectPlatform(member, adPlatform);
  const { token } = await signInAs(member);
  const opens = (decisions: number) => ["/", "/api/auth/me", `/optin/${slug}?${decisions}`];
  return decideSteadily({ url, token, until, opens });
}

const countForeignLines = (apps: App[]) =>
  apps.flatMap((app) => app.output().split("\n")).filter((line) => line !== "" && !line.startsWith("{"))
    .length;

/** How much of the machine's processors was busy in a time, 0 to 1. */
async function measureBusyShare(ms: number): Promise<number> {
  const read = () => {
    const times = cpus().map((cpu) => cpu.times);
    const idle = times.reduce((sum, one) => sum + one.idle, 0);
    const all = times.reduce((sum, one) => sum + one.user + one.nice + one.sys + one.idle + one.irq, 0);
    return { idle, all };
  };
  const before = read();
  await pause(ms);
  const after = read();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}
