import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import mysql from "mysql2/promise";
import { createDatabase } from "../tests/setup/databases.ts";
import { startMysql } from "../tests/setup/mysql.ts";
import { judge, median, type Result, type Results } from "./goals.ts";
import { CONNECTIONS, generator, type Load, measure } from "./load.ts";
import type { Template } from "./references/rows.ts";
import { type BenchServer, readCpuMicroseconds, startServer } from "./servers.ts";
import { openPage, signInOften, signInOnPage, submitBody } from "./visitor.ts";

/**
 * `npm run bench`: the hottest calls on MySQL beside reference servers. All take turns, and what counts is
 * the processor time of a call over that of its reference in this run. `-- --rounds 1 --seconds 2` is a quick
 * look, `--only hot` measures nothing else, `--only submit` shows some of its figures and compares nothing,
 * `--only postback` what brokers call back, `--only brokers` many of these beside the jobs, `--only deliveries` drains a backlog of events, `--only scale`
 * measures an owner with many claims, of `--submissions 5000000` in all, `--only money` that owner's spend,
 * `--only statements` matches files, `--only telegram` measures how soon a bot answers.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    only: { type: "string", default: "" },
    submissions: { type: "string", default: "100000" },
  },
});
const ROUNDS = Number(options.rounds);
const SECONDS = Number(options.seconds);
/** A server is measured once its code is compiled: after some requests, or after a maximum time. */
const WARM_UP = { requests: 10_000, firstSeconds: 2, maxSeconds: 20 };
const MEMORY_AFTER_MS = 60_000;
/** Of the database: all rows stay in memory, and its log is large enough for a run. */
const DATABASE_MEMORY_MB = 2_048;
/** Of `--only`: all requests of the hot path. */
const HOT = "hot";
const SUBMIT = "/api/optin/demo/submit";
/** The demo's own claims: not those that a run has submitted before. */
const LAST_LISTED_DAY = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);
const LIST = `/api/optin/dashboard/submissions?to=${LAST_LISTED_DAY}`;

type Part = Load & { name: string; server: BenchServer };

const servers: BenchServer[] = [];
async function start(file: string, env: Record<string, string>): Promise<BenchServer> {
  const server = await startServer(file, env);
  servers.push(server);
  return server;
}

async function main(): Promise<boolean> {
  const database = await startMysql({ isDurable: true, memoryMb: DATABASE_MEMORY_MB });
  const directory = await mkdtemp(path.join(tmpdir(), "attesto-bench-"));
  const { url, drop } = await createDatabase(database.url);
  try {
    return await compare({ databaseUrl: url, databasePid: database.pid?.(), directory });
  } finally {
    for (const server of servers) server.kill();
    await drop();
    await database.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

type Place = { databaseUrl: string; databasePid: number | undefined; directory: string };

async function compare({ databaseUrl, databasePid, directory }: Place) {
  const env = {
    NODE_ENV: "production",
    // As in production, passwords included.
    APP_ENV: "demo",
    PORT: "0",
    DATA_DIR: directory,
    DATABASE_URL: databaseUrl,
    RUN_WORKER: "no",
  };
  const seed = fileURLToPath(new URL("../build/commands/seed.js", import.meta.url));
  execFileSync(process.execPath, [seed], { env: { ...process.env, ...env } as NodeJS.ProcessEnv });
  const product = await start("build/server.js", { ...env, RATE_LIMIT_SCALE: "1000000" });
  const limited = await start("build/server.js", env);
  const behindProxy = await start("build/server.js", {
    ...env,
    RATE_LIMIT_SCALE: "1000000",
    TRUST_PROXY: "1",
  });
  const remix = await start("build/server.js", { ...env, RATE_LIMIT_SCALE: "1000000", FAST_LANE: "no" });
  const page = await openPage(`${product.url}/optin/demo`);
  const pageFile = path.join(directory, "page.br");
  await writeFile(pageFile, page.bytes);
  const anew = submitBody(page);
  const same = anew.replaceAll("[<id>]", "the-same");
  const visitor = { "content-type": "application/json", "sec-fetch-site": "same-origin", ...page.headers };
  const submitted = await fetch(product.url + SUBMIT, {
    method: "POST",
    body: same,
    headers: { ...visitor, cookie: page.cookie },
  });
  const { submissionId } = (await submitted.json()) as { submissionId: string };
  // No worker runs, and a page counts a day that waits each time it is shown.
  if (!runAlone("count-days", [], env)) throw new Error("The days were not counted.");
  const template = await readTemplate(databaseUrl, submissionId);
  const references = { DATABASE_URL: databaseUrl, TEMPLATE: JSON.stringify(template) };
  const fastify = await start("bench/references/fastify-submit.ts", references);
  const grouped = await start("bench/references/grouped-submit.ts", references);
  const list = await start("bench/references/fastify-list.ts", references);
  const prepared = await start("bench/references/prepared-page.ts", { PAGE_FILE: pageFile });
  const rendered = await start("bench/references/rendered-page.ts", {});

  const { token, hashMs } = await signInOften(product.url);
  const session = await signInOnPage(product.url);
  const link = await makeBrokerLink(product.url, token);
  const toSubmit = (server: BenchServer, body: string, isRefused = false) => ({
    server,
    url: server.url + SUBMIT,
    body,
    isRefused,
    headers: { ...visitor, cookie: page.cookie },
  });
  const toPage = (server: BenchServer, cookie?: string) => ({
    server,
    url: `${server.url}/optin/demo`,
    headers: { ...page.headers, ...(cookie ? { cookie } : {}) },
  });
  const toLink = (server: BenchServer) => ({
    server,
    url: server.url + link,
    headers: { ...page.headers, cookie: page.cookie },
    isOfMany: true,
    // Of one address at most 60 clicks a minute are written: no more than come at once.
    connections: 48,
  });
  const toDocument = (path: string) => ({
    // More would wait longer than a request may, where other work takes the cores.
    server: product,
    url: product.url + path,
    connections: 8,
    headers: { ...page.headers, cookie: session },
  });
  const postbackAddresses = await makePostbackAddresses(product.url, token);
  // One for each part: a broker has its calls of a minute.
  const toPostback = (body: string) => ({
    server: product,
    url: product.url + postbackAddresses.pop(),
    body,
    headers: { "content-type": "application/json" },
  });
  const isComplete = options.only === "" || options.only === HOT;
  const parts: Part[] = [
    { name: "submit", ...toSubmit(product, anew) },
    { name: "submit, fastify + mysql2", ...toSubmit(fastify, anew) },
    { name: "submit, grouped node:http", ...toSubmit(grouped, anew) },
    { name: "submit, again", ...toSubmit(product, same) },
    {
      name: "submit, duplicate",
      ...toSubmit(product, anew.replace("[<id>]@example.com", "the-same@example.com"), true),
    },
    { name: "submit, bad body", ...toSubmit(product, anew.replace("+34", "x"), true) },
    { name: "submit, over the limit", ...toSubmit(limited, anew, true) },
    { name: "submit, Remix alone", ...toSubmit(remix, anew) },
    { name: "postback", ...toPostback('{"event":"deposit","account":"1","transaction_id":"[<id>]"}') },
    { name: "postback, again", ...toPostback('{"event":"deposit","account":"1","transaction_id":"1"}') },
    { name: "page, with cookies", ...toPage(product, page.cookie) },
    { name: "page, new visitor", ...toPage(product) },
    { name: "page, link to a broker", ...toLink(behindProxy) },
    { name: "page, prepared bytes", ...toPage(prepared) },
    { name: "page, renderToString", ...toPage(rendered) },
    { name: "page, Remix alone", ...toPage(remix, page.cookie) },
    { name: "call, by nobody", server: product, url: `${product.url}/api/optin/demo` },
    {
      name: "call, signed in",
      server: product,
      url: `${product.url}/api/auth/me`,
      headers: { authorization: `Bearer ${token}` },
    },
    {
      name: "list, signed in",
      server: product,
      url: product.url + LIST,
      headers: { authorization: `Bearer ${token}` },
    },
    { name: "list, fastify + mysql2", server: list, url: list.url + LIST },
    { name: "document, list", ...toDocument(`/dashboard/submissions?to=${LAST_LISTED_DAY}`) },
    { name: "document, overview", ...toDocument("/dashboard/overview") },
    { name: "document, nearly empty", ...toDocument("/dashboard/settings/api-keys") },
  ].filter(({ name }) => isComplete || name.startsWith(options.only));

  console.log(`load: ${generator}, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s`);
  const results: Results = new Map(parts.map(({ name }) => [name, []]));
  // Pages come first, because what is submitted marks days again.
  const isPage = ({ url }: Part) => url.startsWith(`${product.url}/dashboard/`);
  for (const turns of [parts.filter(isPage), parts.filter((part) => !isPage(part))]) {
    for (const part of turns) await warmUp(part, directory);
    for (let round = 0; round < ROUNDS; round++)
      for (const part of turns) results.get(part.name)?.push(await once(part, { databasePid, directory }));
  }

  console.log(`\n${table(results)}\n`);
  if (!isComplete) return true;
  await sleep(MEMORY_AFTER_MS);
  const { lines, isWell } = judge(results, product.memoryMb());
  console.log(lines.join("\n"));
  console.log(`sign-in, with its password hash: ${Math.round(hashMs)} ms (goal 50 to 250)`);
  return isWell;
}

/** The paths at which the demo's brokers call back. */
async function makePostbackAddresses(url: string, token: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const listed = await fetch(`${url}/api/affiliate/platforms`, { headers });
  const { platforms } = (await listed.json()) as { platforms: { id: string }[] };
  const addresses: string[] = [];
  for (const { id } of platforms) {
    const path = `${url}/api/affiliate/${id}/postback`;
    const made = await fetch(path, { method: "PUT", headers, body: JSON.stringify({ answer: "ok" }) });
    const { address } = (await made.json()) as { address: string };
    addresses.push(new URL(address).pathname);
  }
  return addresses;
}

/** The path of a link to one of the demo's brokers, which leads on without a question. */
async function makeBrokerLink(url: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const listed = await fetch(`${url}/api/affiliate/platforms`, { headers });
  const { platforms } = (await listed.json()) as { platforms: { id: string }[] };
  const input = { name: "Bench", url: "https://one.exnesslink.com/a/bench", parameter: "sub_id" };
  const path = `${url}/api/affiliate/${platforms[0]?.id}/links`;
  const made = await fetch(path, { method: "POST", headers, body: JSON.stringify(input) });
  const { link } = (await made.json()) as { link: { address: string } };
  return new URL(link.address).pathname;
}

async function warmUp(load: Part, directory: string): Promise<void> {
  const { requests, firstSeconds, maxSeconds } = WARM_UP;
  const { perSecond } = await measure({ load, seconds: firstSeconds, directory });
  const seconds = Math.ceil(Math.min(maxSeconds, requests / perSecond)) - firstSeconds;
  if (seconds > 0) await measure({ load, seconds, directory });
}

async function once(
  { server, ...load }: Part,
  { databasePid, directory }: Omit<Place, "databaseUrl">,
): Promise<Result> {
  const pids = [server.pid, databasePid];
  const before = pids.map(readCpuMicroseconds);
  const { requests, ...measured } = await measure({ load, seconds: SECONDS, directory });
  const after = pids.map(readCpuMicroseconds);
  if (requests === 0)
    throw new Error(`${load.url}: no answer in ${SECONDS} s. This machine is too busy to measure.`);
  const [serverMicroseconds = null, databaseMicroseconds = null] = after.map((total, index) => {
    const earlier = before[index] ?? null;
    return total === null || earlier === null ? null : (total - earlier) / requests;
  });
  return { ...measured, serverMicroseconds, databaseMicroseconds };
}

/** The median of the rounds of each part. */
function table(results: Results): string {
  const row = (name: string, cells: string[]) =>
    name.padEnd(28) + cells.map((cell) => cell.padStart(12)).join("");
  return [
    row("", ["requests/s", "p50 ms", "p99 ms", "server µs", "database µs"]),
    ...[...results].map(([name, rounds]) => {
      const show = (pick: (result: Result) => number | null, decimals = 0) => {
        const values = rounds.map(pick).filter((value) => value !== null);
        return values.length === 0 ? "unknown" : median(values).toFixed(decimals);
      };
      return row(name, [
        show(({ perSecond }) => perSecond),
        show(({ p50Ms }) => p50Ms, 1),
        show(({ p99Ms }) => p99Ms, 1),
        show(({ serverMicroseconds }) => serverMicroseconds),
        show(({ databaseMicroseconds }) => databaseMicroseconds),
      ]);
    }),
  ].join("\n");
}

/** What the product has stored for a submission, which the references write again and again. */
async function readTemplate(url: string, submissionId: string): Promise<Template> {
  const connection = await mysql.createConnection({ uri: url, dateStrings: true });
  const read = async (table: string, key: string) => {
    const [rows] = await connection.query(`SELECT * FROM ${table} WHERE ${key} = ?`, [submissionId]);
    const [row] = rows as Template["submission"][];
    if (!row) throw new Error(`The product has stored nothing in ${table}.`);
    return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  };
  const submission = await read("submissions", "id");
  const proofEntry = await read("proofEntries", "submissionId");
  await connection.end();
  return { submission, proofEntry };
}

/** In a process of its own: the models keep the database that they were first imported with. */
function runAlone(part: string, args: string[] = [], env: Record<string, string> = {}): boolean {
  const program = [...process.execArgv, fileURLToPath(new URL(`${part}.ts`, import.meta.url)), ...args];
  const options = { stdio: "inherit", env: { ...process.env, ...env } as NodeJS.ProcessEnv } as const;
  return spawnSync(process.execPath, program, options).status === 0;
}

/** Parts with a database of their own. */
const alone: Record<string, () => boolean> = {
  brokers: () => runAlone("brokers"),
  deliveries: () => runAlone("deliveries"),
  money: () => runAlone("money", ["--submissions", options.submissions]),
  scale: () => runAlone("scale", ["--submissions", options.submissions]),
  statements: () => runAlone("statements"),
  telegram: () => runAlone("telegram"),
};
const chosen = options.only ? (alone[options.only] ? [options.only] : []) : Object.keys(alone);
const isFast = options.only in alone || (await main());
const others = chosen.map((name) => alone[name]?.() ?? true);
process.exit(isFast && others.every(Boolean) ? 0 : 1);
