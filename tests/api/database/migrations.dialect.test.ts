import { execFile } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, inject, test } from "vitest";
import { SUBMISSION_STATUSES } from "#app/lib/domain.ts";
import { DELIVERY_STATES } from "#app/lib/event-state.ts";
import { replaced } from "../../../migrations/1.0/replaced.ts";
import { migrations } from "../../../migrations/index.ts";
import { startApp } from "../../servers/app.ts";
import { copyDatabase, createDatabase, isSqliteServer, runMigrate } from "../../setup/databases.ts";
import { environment } from "../../setup/environment.ts";
import { send } from "../../support/client.ts";
import { dropDatabasesAfterEach, listTables, readRows, seenIn } from "../../support/migrated-database.ts";
import { queryDatabase } from "../../support/query-database.ts";
import { startTestApp } from "../../support/start-for-test.ts";
import { restoreVersion01 } from "../../support/version-0-1.ts";

const server = inject("databaseServer");
const names = migrations.map(({ name }) => name);
const projectFile = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const getUrl = dropDatabasesAfterEach();
const emptyDatabase = () => getUrl(createDatabase(server, { isMigrated: false }));
const oldDatabase = () => getUrl(restoreVersion01(server));

/** A session as version 0.1.0 stored it, and its cookie as that version signed it. */
async function signInByVersion01(url: string): Promise<string> {
  const token = "a-token-that-version-0-1-0-has-made-once";
  const tokenHash = createHash("sha256").update(token).digest("hex");
  const [user] = await queryDatabase(url, "SELECT id FROM users WHERE username = 'states'");
  const [session] = await queryDatabase(url, "SELECT id FROM sessions LIMIT 1");
  await queryDatabase(
    url,
    `UPDATE sessions SET tokenHash = '${tokenHash}', userId = '${user?.id}', endedAt = NULL, workspaceId = NULL,
       expiresAt = '2099-01-01 00:00:00.000', lastUsedAt = '2099-01-01 00:00:00.000' WHERE id = '${session?.id}'`,
  );
  const key = createHmac("sha256", environment.SESSION_SECRETS)
    .update("cookie:attesto_session")
    .digest("base64url");
  const value = Buffer.from(JSON.stringify(token)).toString("base64");
  const signature = createHmac("sha256", key).update(value).digest("base64").replace(/=+$/, "");
  return `attesto_session=${encodeURIComponent(`${value}.${signature}`)}`;
}

type ShownSubmission = { _id: string; status: string; deliveries: { platform: string; state: string }[] };

const toLines = (printed: string) => printed.trim().split("\n");
/** The lines without times. */
const toSteps = (printed: string) => toLines(printed).map((line) => line.replace(/ in \d+\.\d s$/, ""));
const toProgress = (direction: string, name: string) => [
  `${direction}  ${name}  started`,
  `${direction}  ${name}  done`,
];

describe("migrations", () => {
  test("the migrations run up once, are taken back from one on, and all together", async () => {
    const url = await emptyDatabase();
    expect(toSteps(await runMigrate(url))).toEqual(names.flatMap((name) => toProgress("up", name)));
    expect(toLines(await runMigrate(url))).toEqual(["Nothing to migrate."]);
    const [last = "", before = "", stays = ""] = names.toReversed();
    expect(toSteps(await runMigrate(url, "down", "--to", stays))).toEqual([
      ...toProgress("down", last),
      ...toProgress("down", before),
      `${stays} stays, the last of ${names.length - 2}.`,
    ]);
    const others = names.slice(0, -2).toReversed();
    expect(toSteps(await runMigrate(url, "down", "--all"))).toEqual([
      ...others.flatMap((name) => toProgress("down", name)),
      "No migration stays.",
    ]);
    expect(await listTables(url)).toEqual([]);
  });

  test("the migrations run once when two processes start them together", async () => {
    const url = await emptyDatabase();
    const printed = await Promise.all([runMigrate(url), runMigrate(url)]);
    const steps = names.flatMap((name) => toProgress("up", name));
    const others = printed.map((text) => toSteps(text).filter((line) => !line.includes("migration lock")));
    expect(others.sort((a, b) => a.length - b.length)).toEqual([["Nothing to migrate."], steps]);
  });

  test("missing migrations stop the start with a sentence", async () => {
    const url = await emptyDatabase();
    await expect(startApp({ databaseUrl: url })).rejects.toThrow(
      `The database lacks ${names.length} migrations, ${names[0]} first. Run node build/commands/migrate.js.`,
    );
  });

  test("migrations that disappear under a running server make it not ready", async () => {
    const url = await getUrl(copyDatabase(server, process.env.DATABASE_URL ?? ""));
    const app = await startTestApp({ databaseUrl: url, env: { RUN_WORKER: "no" } });
    const ready = async () => (await fetch(`${app.url}/readyz`)).status;
    expect(await ready()).toBe(200);
    expect(toSteps(await runMigrate(url, "down")).slice(0, 2)).toEqual(
      toProgress("down", names.at(-1) ?? ""),
    );
    expect(await ready()).toBe(503);
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  });
});

describe("database of version 0.1.0", () => {
  test("a database of version 0.1.0 stops the start until it is migrated, which counts its rows and loses none", async () => {
    const url = await oldDatabase();
    const before = await readRows(url);
    const tables = await listTables(url);
    const counts = tables.map((table) => before[table]?.length);
    expect(counts).not.toContain(0);
    await expect(startApp({ databaseUrl: url })).rejects.toThrow("Run node build/commands/migrate.js.");

    const printed = toLines(await runMigrate(url));

    const counted = tables.map((table, at) => `  ${table}: ${counts[at]} rows before, ${counts[at]} after`);
    expect(printed.slice(1, 1 + tables.length).sort()).toEqual(counted);
    const after = await readRows(url);
    // Later migrations may count totals anew.
    // One row more ends the job of a version between.
    for (const table of tables.filter((name) => !name.endsWith("Totals")))
      expect([table, after[table]?.length]).toEqual([
        table,
        (before[table]?.length ?? 0) + (table === "jobRuns" ? 1 : 0),
      ]);
    expect(await seenIn(url)).toEqual([...names].sort());
    expect(toLines(await runMigrate(url))).toEqual(["Nothing to migrate."]);
  });

  test("a database of version 0.1.0 serves the demo: its start migrates, people stay signed in, and each claim is as it was", async () => {
    const url = await oldDatabase();
    const claims = await queryDatabase(
      url,
      `SELECT s.id, s.status, s.withdrawnAt, s.erasedAt, s.correctedAt, d.adPlatform, d.state FROM submissions s
       JOIN optInForms f ON f.id = s.formId LEFT JOIN deliveries d ON d.submissionId = s.id WHERE f.slug = 'states'`,
    );
    const every = (column: string) => new Set(claims.map((claim) => claim[column]).filter((value) => value));
    expect([every("status"), every("state")]).toEqual([
      new Set(SUBMISSION_STATUSES),
      new Set(DELIVERY_STATES),
    ]);
    for (const column of ["withdrawnAt", "erasedAt", "correctedAt"])
      expect(every(column).size).toBeGreaterThan(1);
    const cookie = await signInByVersion01(url);
    const env = { ...process.env, ...environment, DATABASE_URL: url };
    const seed = [projectFile("build/commands/seed.js")];
    const { stdout } = await promisify(execFile)(process.execPath, seed, { env });
    expect(toLines(stdout)).toEqual(["The demo data was there already."]);

    const app = await startTestApp({ databaseUrl: url, env: { RUN_WORKER: "no" } });
    const overview = await send(`${app.url}/dashboard/overview`, { cookie });
    expect([overview.status, overview.text.includes("/logout")]).toEqual([200, true]);
    const credentials = { usernameOrEmail: "states", password: "verify-what-is-true" };
    const { token } = (await send(`${app.url}/api/auth/login`, { json: credentials })).json;
    const { json } = await send(`${app.url}/api/optin/dashboard/submissions?limit=100`, { token });
    const shown = (json.submissions as ShownSubmission[]).flatMap(({ _id, status, deliveries }) =>
      (deliveries.length > 0 ? deliveries : [null]).map(
        (delivery) => `${_id} ${status} ${delivery?.platform ?? null} ${delivery?.state ?? null}`,
      ),
    );
    expect(shown.sort()).toEqual(
      claims.map(({ id, status, adPlatform, state }) => `${id} ${status} ${adPlatform} ${state}`).sort(),
    );
  });

  test.each<[what: string, change: string, sentence: string]>([
    [
      "that lacks a migration",
      `DELETE FROM SequelizeMeta WHERE name = '${replaced.at(-1)}'`,
      "Run `migrate` of version 0.1.0 first, then this one.",
    ],
    [
      "that lacks a key",
      isSqliteServer(server) ? "DROP INDEX deliveries_due" : "DROP INDEX deliveries_due ON deliveries",
      "The schema is not the one of version 0.1.0. It lacks:\ndeliveries: KEY `deliveries_due` (`state`, `dueAt`)\n",
    ],
  ])("%s is refused with a sentence, and stays as it is", async (_what, change, sentence) => {
    const url = await oldDatabase();
    await queryDatabase(url, change);
    const before = await readRows(url);
    const failure = await runMigrate(url).catch((error: Error & { code: number; stderr: string }) => error);
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) });
    expect(await readRows(url)).toEqual(before);
  });
});
