import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createMeasure, getP95, measureRead, PROGRAMS, startBigOwner } from "./big-owner.ts";
import { judgeScale } from "./goals.ts";

/**
 * `npm run bench -- --only scale`: how long lists, statistics, exports and bulk decisions take in the services
 * for an owner with two fifths of `--submissions` claims, beside a primary-key read and a flushed insert.
 */
const { values: options } = parseArgs({ options: { submissions: { type: "string", default: "100000" } } });
const SUBMISSIONS = Number(options.submissions);
const BULK_MAX = 100_000;
const LOOK_MS = 100;
const { results, measure } = createMeasure();
const owner = await startBigOwner(SUBMISSIONS);

async function run(): Promise<boolean> {
  const { sequelize } = await import("#app/database/connection.server.ts");
  const { withQueryLimit } = await import("#app/database/query-limit.server.ts");
  const { Submission } = await import("#app/models/index.server.ts");
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
  const { countMarkedDays } = await import("#app/services/counting/count-marked-days.server.ts");

  const startedAt = performance.now();
  await withQueryLimit(60_000, () => addSearchWords());
  const wordsPerSecond = Math.round((1000 * SUBMISSIONS) / (performance.now() - startedAt));
  console.log(`  words of claims: ${wordsPerSecond} claims/s`);

  await withQueryLimit(60_000, async () => {
    while (await countMarkedDays());
  });

  const { user, workspace } = owner;
  const list = (query: Record<string, unknown>) =>
    listSubmissions({ workspace, query: SubmissionsQuery.parse(query) });
  const { total, pages, submissions } = await list({});
  const [newest] = submissions;
  if (!newest) throw new Error("There are no claims.");
  console.log(`  one owner with ${total.toLocaleString("en-US")} claims`);

  await measureRead(measure, workspace.id);
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
      { format: "csv", csv: regionalCsv(workspace) },
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
    const worker = spawn(process.execPath, [fileURLToPath(new URL("worker.js", PROGRAMS))], {
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

const isWell = await run().finally(owner.stop);
process.exit(isWell ? 0 : 1);
