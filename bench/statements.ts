import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import mysql from "mysql2/promise";
import { percentile } from "../drills/drill.ts";
import { createDatabase } from "../tests/setup/databases.ts";
import { environment } from "../tests/setup/environment.ts";
import { startMysql } from "../tests/setup/mysql.ts";
import { copyClaims } from "./copy-claims.ts";
import { type BenchServer, startServer } from "./servers.ts";

/**
 * `npm run bench -- --only statements`: how long a statement takes from its upload to its groups in the running
 * server, for an owner with 50,000 claims at one broker and then with `--claims`, and what other requests and the
 * memory of the process notice of it. A file has a row for every five claims.
 */
const { values: options } = parseArgs({ options: { claims: { type: "string", default: "1000000" } } });
const PARTS = [
  { claims: 50_000, seconds: 5, files: 3 },
  { claims: Number(options.claims), seconds: 90, files: 1 },
];
const GOAL = { times: 2, memoryMb: 200 };
/** The owner has two fifths of what is seeded. */
const SEEDED = 125_000;
/** How many claims there are for a line of the file. */
const EACH = 5;
const QUIET_MS = 10_000;
const ASK_EVERY_MS = 20;
const MEMORY_MB = 4_096;
const OWNER = { usernameOrEmail: "big@attesto.example", password: "verify-what-is-true" };
const SEED = fileURLToPath(new URL("../build/commands/seed.js", import.meta.url));

const database = await startMysql({ isDurable: true, memoryMb: MEMORY_MB });
const { url, drop } = await createDatabase(database.url);
const connection = await mysql.createConnection({ uri: url, dateStrings: true });
const env = { ...environment, DATABASE_URL: url, LOG_LEVEL: "warn" };

type Claim = { reference: string; amount: string; currency: string; at: string };
type Place = { workspaceId: string; platformId: string };

async function find<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const [rows] = await connection.query(sql, values);
  return rows as Row[];
}

/** All claims of the owner are at one broker. */
async function seed(): Promise<Place> {
  execFileSync(process.execPath, [SEED, "--submissions", String(SEEDED)], {
    env: { ...process.env, ...env, APP_ENV: "demo" },
  });
  const [place] = await find<Place>(
    `SELECT members.workspaceId AS workspaceId, platforms.id AS platformId FROM users
     JOIN workspaceMembers AS members ON members.userId = users.id
     JOIN platforms ON platforms.workspaceId = members.workspaceId
     WHERE users.email = ? ORDER BY platforms.position LIMIT 1`,
    [OWNER.usernameOrEmail],
  );
  if (!place) throw new Error("The owner has no broker.");
  await connection.query("UPDATE submissions SET platformId = ? WHERE workspaceId = ?", [
    place.platformId,
    place.workspaceId,
  ]);
  return place;
}

/** Half of the rows are of claims, spread over all of them; the others are of clients whom nobody claimed. */
async function makeFile({ workspaceId }: Place, claims: number, number: number): Promise<string> {
  // The headings are a line too, of at most 200,000.
  const rows = claims / EACH - 1;
  const found = await find<Claim>(
    `SELECT reference, amount, currency, createdAt AS at FROM submissions
     WHERE workspaceId = ? AND reference IS NOT NULL AND amount IS NOT NULL ORDER BY id`,
    [workspaceId],
  );
  const lines = ["Login;Time;Type;Amount;Currency;Commission"];
  for (let row = 0; row < rows; row += 1) {
    const claim = found[(row * EACH + number) % found.length];
    if (!claim) throw new Error("There are no claims with an account number.");
    const account = row % 2 === 0 ? claim.reference : `XX-${number}${row}`;
    const at = claim.at.slice(0, 19);
    lines.push(`${account};${at};Deposit;${claim.amount};${claim.currency};${Number(claim.amount) / 4}`);
  }
  return lines.join("\n");
}

async function signIn(server: BenchServer): Promise<Record<string, string>> {
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(OWNER),
  });
  return { authorization: `Bearer ${((await response.json()) as { token: string }).token}` };
}

/** Asks for one page after the other until it is stopped, and gives their times and the most memory. */
function watch(server: BenchServer, headers: Record<string, string>) {
  const asked = ["/api/auth/me", "/api/optin/dashboard/submissions", "/optin/claims-big"];
  const times: number[] = [];
  let [isWatching, memoryMb] = [true, 0];
  const watching = (async () => {
    for (let turn = 0; isWatching; turn += 1) {
      const startedAt = performance.now();
      const response = await fetch(server.url + asked[turn % asked.length], { headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
      times.push(performance.now() - startedAt);
      memoryMb = Math.max(memoryMb, server.memoryMb() ?? 0);
      await sleep(ASK_EVERY_MS);
    }
  })();
  return async () => {
    isWatching = false;
    await watching;
    return { p95: percentile(times, 0.95), memoryMb };
  };
}

async function upload(server: BenchServer, headers: Record<string, string>, place: Place, text: string) {
  const body = new FormData();
  body.set("platformId", place.platformId);
  body.set("file", new Blob([text]), "deposits.csv");
  const path = `${server.url}/api/statements`;
  const startedAt = performance.now();
  const sent = await fetch(path, { method: "POST", headers, body });
  const { id } = ((await sent.json()) as { statement: { id: string } }).statement;
  for (;;) {
    const response = await fetch(`${path}/${id}`, { headers });
    // A call may be refused while the server is busy.
    if (response.status === 503) {
      await response.arrayBuffer();
      await sleep(ASK_EVERY_MS);
      continue;
    }
    const { statement } = (await response.json()) as {
      statement: { status: string; error: string | null; groups: Record<string, { count: number }> };
    };
    if (statement.status === "ready")
      return { seconds: (performance.now() - startedAt) / 1000, groups: statement.groups };
    if (statement.status === "failed" || statement.status === "columns")
      throw new Error(`The statement is ${statement.status}: ${statement.error}`);
    await sleep(100);
  }
}

async function measure(place: Place, { claims, seconds, files }: (typeof PARTS)[number]): Promise<boolean> {
  const texts: string[] = [];
  for (let number = 0; number < files; number += 1) texts.push(await makeFile(place, claims, number));
  const server = await startServer("build/server.js", env);
  try {
    const headers = await signIn(server);
    const before = watch(server, headers);
    await sleep(QUIET_MS);
    const quiet = await before();
    const runs: { seconds: number; groups: Record<string, { count: number }> }[] = [];
    const during = watch(server, headers);
    try {
      for (const text of texts) runs.push(await upload(server, headers, place, text));
    } catch (error) {
      await during();
      throw error;
    }
    const busy = await during();
    const took = percentile(
      runs.map((run) => run.seconds),
      0.5,
    );
    const times = busy.p95 / quiet.p95;
    const more = busy.memoryMb - quiet.memoryMb;
    const isMet = { took: took < seconds, times: times <= GOAL.times, more: more <= GOAL.memoryMb };
    const met = (is: boolean) => (is ? "met" : "MISSED");
    const counts = Object.entries(runs[0]?.groups ?? {}).map(([group, { count }]) => `${group} ${count}`);
    console.log(
      `statements: ${(claims / EACH).toLocaleString("en-US")} rows, ${claims.toLocaleString("en-US")} claims`,
    );
    console.log(`  from upload to groups: ${took.toFixed(1)} s (goal ${seconds}: ${met(isMet.took)})`);
    console.log(
      `  other requests meanwhile: p95 ${busy.p95.toFixed(1)} ms, before ${quiet.p95.toFixed(1)} ms, ratio ${times.toFixed(2)} (goal ${GOAL.times}: ${met(isMet.times)})`,
    );
    console.log(
      `  memory: ${Math.round(quiet.memoryMb)} MB before, ${Math.round(more)} MB more (goal ${GOAL.memoryMb}: ${met(isMet.more)})`,
    );
    console.log(`  groups: ${counts.join(", ")}`);
    return Object.values(isMet).every(Boolean);
  } finally {
    server.kill();
  }
}

async function run(): Promise<boolean> {
  const place = await seed();
  let isWell = true;
  for (const part of PARTS.filter(({ claims }) => claims > 0)) {
    await copyClaims(connection, place.workspaceId, part.claims);
    isWell = (await measure(place, part)) && isWell;
  }
  return isWell;
}

const isWell = await run().finally(async () => {
  await connection.end();
  await drop();
  await database.stop();
});
process.exit(isWell ? 0 : 1);
