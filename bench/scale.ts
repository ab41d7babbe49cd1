import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createDatabase } from "../tests/setup/databases.ts";
import { environment } from "../tests/setup/environment.ts";
import { startMysql } from "../tests/setup/mysql.ts";
import { judgeScale, type ScaleResults } from "./goals.ts";

/**
 * `npm run bench -- --only scale`: how long lists, statistics, exports and bulk decisions take in the services
 * for an owner with two fifths of `--submissions` claims, beside a primary-key read and a flushed insert.
 */
const { values: options } = parseArgs({ options: { submissions: { type: "string", default: "100000" } } });
const SUBMISSIONS = Number(options.submissions);
const CALLS = 40;
const WARM_UP = 5;
const BULK_MAX = 100_000;
const LOOK_MS = 100;
/** For an owner with millions of claims; MariaDB's own default is 128 MB. */
const MEMORY_MB = 4_096;
const program = (name: string) => fileURLToPath(new URL(`../build/${name}.js`, import.meta.url));

const server = await startMysql({ isDurable: true, memoryMb: MEMORY_MB });
const database = await createDatabase(server.url);
const env = { ...environment, DATABASE_URL: database.url, LOG_LEVEL: "error" };
Object.assign(process.env, env);

const results: ScaleResults = new Map();

/** Times of a call in ms, the shortest first. */
async function measureTimes(call: () => Promise<unknown>, calls = CALLS): Promise<number[]> {
  for (let made = 0; made < WARM_UP; made += 1) await call();
  const times: number[] = [];
  for (let made = 0; made < calls; made += 1) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b);
}

const getP95 = (times: number[]) => times[Math.min(times.length - 1, Math.floor(times.length * 0.95))] ?? 0;

async function measure(name: string, call: () => Promise<unknown>): Promise<void> {
  const times = await measureTimes(call);
  const [p50, p95] = [times[Math.floor(times.length / 2)] ?? 0, getP95(times)];
  results.set(name, { p50, p95 });
  console.log(
    `  ${name.padEnd(44)} p50 ${p50.toFixed(1).padStart(8)} ms   p95 ${p95.toFixed(1).padStart(8)} ms`,
  );
}

async function run(): Promise<boolean> {
  const seed = [program("commands/seed"), "--submissions", String(SUBMISSIONS)];
  const [, seeded] = execFileSync(process.execPath, seed, {
    env: { ...process.env },
    encoding: "utf8",
  }).split("\n");
  console.log(`scale: ${seeded}`);
  const { sequelize } = await import("#app/database/connection.server.ts");
  const { withQueryLimit } = await import("#app/database/query-limit.server.ts");
  const { CountedMonth, Submission, Workspace, WorkspaceMember, User } = await import(
    "#app/models/index.server.ts"
  );
  const { SubmissionsQuery } = await import("#app/schemas/submission-query.ts");
  const { listSubmissions } = await import("#app/services/submissions/list-submissions.server.ts");
  const { countViews } = await import("#app/services/submissions/count-submissions.server.ts");
  const { getStatistics } = await import("#app/services/analytics/get-statistics.server.ts");
  const { readPeriod } = await import("#app/services/analytics/read-period.server.ts");
  const { StatisticsQuery } = await import("#app/schemas/statistics.ts");
  const { regionalCsv } = await import("#app/lib/csv.ts");
  const { exportList } = await import("#app/services/submissions/export-submissions.server.ts");
  const { grantAccess } = await import("#app/services/workspaces/access.server.ts");
  const { toListFile } = await import("#app/services/submissions/list-files.server.ts");
  const { decideSelection } = await import("#app/services/bulk/decide-selection.server.ts");
  const { getBulkJob } = await import("#app/services/bulk/bulk-jobs.server.ts");
  const { addSearchWords } = await import("#app/services/submissions/search-words.server.ts");
  const { addEndedMonths, countDueMonths } = await import("#app/services/submissions/count-months.server.ts");
  const { BIG_OWNER } = await import("../scripts/many-claims.ts");

  const startedAt = performance.now();
  await withQueryLimit(60_000, () => addSearchWords());
  const wordsPerSecond = Math.round((1000 * SUBMISSIONS) / (performance.now() - startedAt));
  console.log(`  words of claims: ${wordsPerSecond} claims/s`);

  await addEndedMonths();
  await CountedMonth.update({ dueAt: new Date(0) }, { where: {} });
  await withQueryLimit(60_000, () => countDueMonths());

  const where = { emailKey: BIG_OWNER };
  const user = await User.findOne({ where, rejectOnEmpty: true });
  const member = await WorkspaceMember.findOne({ where: { userId: user.id }, rejectOnEmpty: true });
  const workspace = await Workspace.findByPk(member.workspaceId, { rejectOnEmpty: true });
  const list = (query: Record<string, unknown>) =>
    listSubmissions({ workspace, query: SubmissionsQuery.parse(query) });
  const { total, pages, submissions } = await list({});
  const [newest] = submissions;
  if (!newest) throw new Error("There are no claims.");
  console.log(`  one owner with ${total.toLocaleString("en-US")} claims`);

  const ids = (await list({ page: Math.ceil(pages / 2), limit: 100 })).submissions.map(({ id }) => id);
  let turn = 0;
  await measure("a read by primary key", () => {
    turn += 1;
    return Submission.findByPk(ids[turn % ids.length] ?? "", { raw: true });
  });
  await sequelize.query("CREATE TABLE flushed (id INT AUTO_INCREMENT PRIMARY KEY, text VARCHAR(200))");
  await measure("a flushed insert", () => sequelize.query("INSERT INTO flushed (text) VALUES ('x')"));

  const lists: [name: string, query: Record<string, unknown>][] = [
    ["first page", {}],
    ["page 1,000", { page: Math.min(pages, 1_000) }],
    ["page 50,000", { page: Math.min(pages, 50_000) }],
    ["page 50,000, oldest first", { page: Math.min(pages, 50_000), sort: "createdAt" }],
    ["page 1,000 of verified", { page: Math.min(Math.floor(pages / 2), 1_000), status: "handled" }],
    ["pending", { status: "pending" }],
    ["not accepted", { eventStatus: "failed" }],
    ["one broker", { platform: newest.platformId }],
    ["one source", { source: "newsletter" }],
    ["one campaign", { campaign: "autumn-3" }],
    ["one country", { country: "SE" }],
    ["one hour", { hour: 4 }],
    ["a source and a broker", { source: "tiktok", platform: newest.platformId }],
    ["a month", { from: "2026-03-01", to: "2026-03-31" }],
    ["events that expired", { event: "expired" }],
    ["events that wait", { event: "queued" }],
    ["failed at Meta", { adPlatform: "meta", event: "failed" }],
    ["expiring, by time left", { status: "pending", expiresWithin: "24h", sort: "sendBefore" }],
    ["by time left", { sort: "sendBefore" }],
    ["by amount", { sort: "-amount" }],
    ["by amount, lowest first, page 2", { sort: "amount", page: 2 }],
    ["email's beginning", { search: newest.email.slice(0, -8) }],
    ["a word of few", { search: newest.email.split("@")[0] }],
    ["a word of nobody", { search: "nobodyatall" }],
    ["a word of many", { search: "example" }],
    ["a word of many and one of few", { search: `example ${newest.email.split("@")[0]}` }],
    ["four digits of a phone number", { search: newest.phone.slice(-4) }],
    ["an amount", { search: "1250" }],
  ];
  for (const [name, query] of lists) await measure(name, () => list(query));
  await measure("counts beside the views", () => countViews(workspace.id));
  for (const period of ["28days", "12months"] as const) {
    const { days } = await readPeriod(workspace, StatisticsQuery.parse({ period }));
    await measure(`statistics, ${period}`, () => getStatistics({ workspace, days }));
  }

  await measureExport();
  await measureBulk();
  const { lines, isWell } = judgeScale(results);
  console.log(lines.join("\n"));
  return isWell;

  async function measureExport(): Promise<void> {
    const before = process.memoryUsage().rss;
    let [bytes, peak] = [0, before];
    const startedAt = performance.now();
    const pages = await exportList({ workspace, query: SubmissionsQuery.parse({}) });
    for await (const part of toListFile(
      { format: "csv", csv: regionalCsv(workspace.timeZone) },
      pages,
      workspace.timeZone,
    )) {
      bytes += part.length;
      peak = Math.max(peak, process.memoryUsage().rss);
    }
    const perSecond = (1000 * total) / (performance.now() - startedAt);
    const mb = (size: number) => (size / 1024 / 1024).toFixed(0);
    console.log(
      `  CSV export: ${Math.round(perSecond)} rows/s (goal 20,000), ${mb(bytes)} MB of file, memory ${mb(before)} MB before and ${mb(peak)} MB at most`,
    );
  }

  /** A worker decides in a process of its own, while this one asks for the list. */
  async function measureBulk(): Promise<void> {
    const pending = await Submission.count({ where: { workspaceId: workspace.id, status: "pending" } });
    const newestFirst = await Submission.findAll({
      where: { workspaceId: workspace.id, status: "pending" },
      attributes: ["createdAt"],
      order: [["createdAt", "DESC"]],
      offset: Math.min(pending, BULK_MAX) - 1,
      limit: 1,
    });
    const filter = { status: "pending", from: newestFirst[0]?.createdAt.toISOString() };
    const job = await withQueryLimit(60_000, () =>
      decideSelection({
        workspace,
        access: grantAccess({ workspaceId: workspace.id, userId: user.id, supportAccessId: null }),
        selection: { filter: SubmissionsQuery.parse(filter) },
        decision: { status: "handled" },
      }),
    );
    if (!("job" in job)) throw new Error("There are too few pending claims.");
    const worker = spawn(process.execPath, [program("worker")], {
      // Nothing is sent: only decisions are measured.
      env: { ...process.env, NODE_ENV: "production", POLL_MS: "36000000" },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const ended = once(worker, "exit");
    const one = { workspaceId: workspace.id, jobId: job.job.id };
    const startedAt = performance.now();
    const times: number[] = [];
    for (; (await getBulkJob(one)).state !== "done"; await sleep(LOOK_MS)) {
      const askedAt = performance.now();
      await list({});
      times.push(performance.now() - askedAt);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    worker.kill();
    await ended;
    const { changed, failed } = await getBulkJob(one);
    times.sort((a, b) => a - b);
    console.log(
      `  bulk: ${changed} of ${job.job.total} decided, ${failed} failed, in ${seconds.toFixed(0)} s: ${Math.round(job.job.total / seconds)} a second (goal 333); the list meanwhile p95 ${getP95(times).toFixed(1)} ms (goal 50)`,
    );
  }
}

const isWell = await run().finally(async () => {
  const { sequelize } = await import("#app/database/connection.server.ts");
  await sequelize.close();
  await database.drop();
  await server.stop();
});
process.exit(isWell ? 0 : 1);
