import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import mysql from "mysql2/promise";
import { createDatabase } from "../tests/setup/databases.ts";
import { startMysql } from "../tests/setup/mysql.ts";
import { load, type Measured, median } from "./load.ts";

/**
 * `npm run bench`: the two hottest calls through the whole product on MySQL, beside Remix alone and beside a bare server, and what signing
 * in costs: once the password's hash, at each call one look-up. The parts take turns, and what counts is their ratio within this run: machines are noisy.
 */
const ROUNDS = 3;
const SECONDS = 4;
const WARM_UP_SECONDS = 2;
const PAGE_CONNECTIONS = 32;
const SUBMIT_CONNECTIONS = 64;
const CALL_CONNECTIONS = 16;
const SIGN_INS = 15;
const TARGETS = { page: 20, submit: 0.5, signedIn: 0.5 };
/** The demo's own account. */
const SIGN_IN = { usernameOrEmail: "demo@attesto.example", password: "verify-what-is-true" };

const root = fileURLToPath(new URL("../", import.meta.url));
const children: ChildProcess[] = [];

async function start(file: string, env: Record<string, string>, execArgv: string[] = []): Promise<string> {
  const child = spawn(process.execPath, [...execArgv, path.join(root, file)], {
    env: { ...process.env, ...env } as NodeJS.ProcessEnv,
    // The log is written as always, only not kept.
    stdio: ["ignore", openSync("/dev/null", "w"), "inherit", "ipc"],
  });
  children.push(child);
  const [message] = (await once(child, "message")) as [{ port: number }];
  return `http://127.0.0.1:${message.port}`;
}

async function main(): Promise<void> {
  const server = await startMysql({ isDurable: true });
  const directory = await mkdtemp(path.join(tmpdir(), "attesto-bench-"));
  const database = await createDatabase(server.url);
  try {
    const env = {
      NODE_ENV: "production",
      APP_ENV: "test",
      PORT: "0",
      DATA_DIR: directory,
      DATABASE_URL: database.url,
      RATE_LIMIT_SCALE: "1000000",
      RUN_WORKER: "no",
    };
    execFileSync(process.execPath, [path.join(root, "build/commands/seed.js")], {
      env: { ...process.env, ...env } as NodeJS.ProcessEnv,
    });
    const fast = await start("build/server.js", env);
    const slow = await start("build/server.js", { ...env, FAST_LANE: "no" });
    const bare = await start(
      "bench/bare-server.ts",
      { DATABASE_URL: database.url, TEMPLATE_ROW: await templateRow(database.url) },
      ["--import", "tsx"],
    );
    await measure({ fast, slow, bare });
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await database.drop();
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** A stored submission as the bare server writes it again and again. */
async function templateRow(url: string): Promise<string> {
  const connection = await mysql.createConnection({ uri: url, dateStrings: true });
  const [rows] = await connection.query("SELECT * FROM submissions LIMIT 1");
  await connection.end();
  return JSON.stringify((rows as unknown[])[0]);
}

async function measure({ fast, slow, bare }: { fast: string; slow: string; bare: string }): Promise<void> {
  const form = (await (await fetch(`${fast}/api/optin/demo`)).json()) as { platforms: { id: string }[] };
  let count = 0;
  const body = () => {
    const key = `bench-${Date.now()}-${count++}`;
    return JSON.stringify({
      email: `${key}@example.com`,
      phone: "+34600555871",
      platform: form.platforms[0]?.id,
      amount: "250",
      currency: "EUR",
      consent: true,
      submissionKey: key,
    });
  };
  const page = (url: string) => ({ url: `${url}/optin/demo`, connections: PAGE_CONNECTIONS });
  const submit = (url: string) => ({
    url: `${url}/api/optin/demo/submit`,
    connections: SUBMIT_CONNECTIONS,
    body,
  });
  const { token, hashMs } = await signInOften(fast);
  const parts = [
    { name: "call, by nobody", url: `${fast}/api/optin/demo`, connections: CALL_CONNECTIONS },
    {
      name: "call, signed in",
      url: `${fast}/api/auth/me`,
      connections: CALL_CONNECTIONS,
      headers: { authorization: `Bearer ${token}` },
    },
    { name: "page, fast lane", ...page(fast) },
    { name: "page, Remix alone", ...page(slow) },
    { name: "submit, whole stack", ...submit(fast) },
    { name: "submit, Remix's route", ...submit(slow) },
    { name: "submit, bare server", ...submit(bare) },
  ];
  const runs = new Map<string, Measured[]>(parts.map(({ name }) => [name, []]));
  for (const part of parts) await load({ ...part, seconds: WARM_UP_SECONDS });
  for (let round = 0; round < ROUNDS; round++) {
    for (const part of parts) runs.get(part.name)?.push(await load({ ...part, seconds: SECONDS }));
  }
  report(new Map([...runs].map(([name, measured]) => [name, median(measured)])));
  console.log(`sign-in, with its password hash: ${Math.round(hashMs)} ms (goal 50 to 250)`);
}

/** One sign-in after the other: what they take is the hash, and the session's look-up is lost in it. */
async function signInOften(url: string): Promise<{ token: string; hashMs: number }> {
  const tookMs: number[] = [];
  let token = "";
  for (let i = 0; i < SIGN_INS; i++) {
    const startedAt = performance.now();
    const answer = await fetch(`${url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(SIGN_IN),
    });
    tookMs.push(performance.now() - startedAt);
    token = ((await answer.json()) as { token: string }).token;
  }
  return { token, hashMs: tookMs.sort((a, b) => a - b)[Math.floor(SIGN_INS / 2)] ?? 0 };
}

function report(results: Map<string, Measured>): void {
  console.log(
    `\n${"".padEnd(24)}${["requests/s", "p50 ms", "p99 ms"].map((head) => head.padStart(12)).join("")}`,
  );
  for (const [name, { perSecond, p50Ms, p99Ms }] of results) {
    console.log(
      name.padEnd(24) +
        [Math.round(perSecond), p50Ms, p99Ms]
          .map((value) => value.toLocaleString("en-US").padStart(12))
          .join(""),
    );
  }
  const ratio = (a: string, b: string) => (results.get(a)?.perSecond ?? 0) / (results.get(b)?.perSecond ?? 1);
  const line = (what: string, value: number, target: number) =>
    console.log(`${what}: ${value.toFixed(2)} (goal ${target}) ${value >= target ? "reached" : "MISSED"}`);
  console.log("");
  line("page, fast lane over Remix alone", ratio("page, fast lane", "page, Remix alone"), TARGETS.page);
  line(
    "submit, whole stack over the bare server",
    ratio("submit, whole stack", "submit, bare server"),
    TARGETS.submit,
  );
  line("call, signed in over one by nobody", ratio("call, signed in", "call, by nobody"), TARGETS.signedIn);
}

await main();
