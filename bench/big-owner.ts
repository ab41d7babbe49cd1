import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createDatabase } from "../tests/setup/databases.ts";
import { environment } from "../tests/setup/environment.ts";
import { startMysql } from "../tests/setup/mysql.ts";
import type { CallTimes } from "./goals.ts";

const CALLS = 40;
const WARM_UP = 5;
/** For an owner with millions of claims; MariaDB's own default is 128 MB. */
const MEMORY_MB = 4_096;
export const PROGRAMS = new URL("../build/", import.meta.url);

/** Starts a database with so many claims, of which one owner has two fifths. Import models only afterwards. */
export async function startBigOwner(submissions: number) {
  const server = await startMysql({ isDurable: true, memoryMb: MEMORY_MB });
  const database = await createDatabase(server.url);
  const stop = async () => {
    const { sequelize } = await import("#app/database/connection.server.ts");
    await sequelize.close();
    await database.drop();
    await server.stop();
  };
  Object.assign(process.env, environment, { DATABASE_URL: database.url, LOG_LEVEL: "error" });
  const seed = [fileURLToPath(new URL("commands/seed.js", PROGRAMS)), "--submissions", String(submissions)];
  const [, seeded] = execFileSync(process.execPath, seed, { encoding: "utf8" }).split("\n");
  console.log(seeded);
  const { User, Workspace, WorkspaceMember } = await import("#app/models/index.server.ts");
  const { BIG_OWNER } = await import("../scripts/many-claims.ts");
  const user = await User.findOne({ where: { emailKey: BIG_OWNER }, rejectOnEmpty: true });
  const member = await WorkspaceMember.findOne({ where: { userId: user.id }, rejectOnEmpty: true });
  const workspace = await Workspace.findByPk(member.workspaceId, { rejectOnEmpty: true });
  return { server, user, workspace, stop };
}

/** Times of a call in ms, the shortest first. */
async function measureTimes(call: () => Promise<unknown>): Promise<number[]> {
  for (let made = 0; made < WARM_UP; made += 1) await call();
  const times: number[] = [];
  for (let made = 0; made < CALLS; made += 1) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b);
}

export const getP95 = (times: number[]) =>
  times[Math.min(times.length - 1, Math.floor(times.length * 0.95))] ?? 0;

/** Returns what measures a call, prints its times and keeps them. */
export function createMeasure() {
  const results: CallTimes = new Map();
  const measure = async (name: string, call: () => Promise<unknown>): Promise<void> => {
    const times = await measureTimes(call);
    const [p50, p95] = [times[Math.floor(times.length / 2)] ?? 0, getP95(times)];
    results.set(name, { p50, p95 });
    console.log(
      `  ${name.padEnd(44)} p50 ${p50.toFixed(1).padStart(8)} ms   p95 ${p95.toFixed(1).padStart(8)} ms`,
    );
  };
  return { results, measure };
}

/** What the calls are compared with. */
export async function measureRead(
  measure: ReturnType<typeof createMeasure>["measure"],
  workspaceId: string,
): Promise<void> {
  const { Submission } = await import("#app/models/index.server.ts");
  const found = await Submission.findAll({ where: { workspaceId }, attributes: ["id"], limit: 100 });
  let turn = 0;
  await measure("a read by primary key", () => {
    turn += 1;
    return Submission.findByPk(found[turn % found.length]?.id ?? "", { raw: true });
  });
}
