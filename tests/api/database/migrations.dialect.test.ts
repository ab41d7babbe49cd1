import mysql from "mysql2/promise";
import sqlite3 from "sqlite3";
import { afterEach, describe, expect, inject, test } from "vitest";
import { decrypt, encrypt } from "#app/lib/secrets.server.ts";
import { migrations } from "../../../migrations/index.ts";
import { startApp } from "../../servers/app.ts";
import { createDatabase, isSqliteServer, runMigrate, type TestDatabase } from "../../setup/databases.ts";
import { startTestApp } from "../../support/start-for-test.ts";

const server = inject("databaseServer");
const names = migrations.map(({ name }) => name);

let made: TestDatabase[] = [];
afterEach(async () => {
  for (const database of made) await database.drop();
  made = [];
});
async function emptyDatabase(): Promise<string> {
  const database = await createDatabase(server, { isMigrated: false });
  made.push(database);
  return database.url;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  if (!isSqliteServer(server)) {
    const connection = await mysql.createConnection(url);
    const [rows] = await connection.query(sql);
    await connection.end();
    return rows as Record<string, unknown>[];
  }
  const database = new sqlite3.Database(url.slice("sqlite:".length));
  try {
    return await new Promise((resolve, reject) => {
      database.all(sql, (error: Error | null, rows: Record<string, unknown>[]) =>
        error ? reject(error) : resolve(rows),
      );
    });
  } finally {
    await new Promise((resolve) => database.close(resolve));
  }
}

/** Everything the schema says of itself: tables, columns, keys. */
async function schemaOf(url: string): Promise<string[]> {
  const rows = isSqliteServer(server)
    ? await query(
        url,
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND tbl_name NOT IN ('SequelizeMeta', 'locks')",
      )
    : [
        ...(await query(
          url,
          "SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, COLLATION_NAME, IS_NULLABLE FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME NOT IN ('SequelizeMeta', 'locks')",
        )),
        ...(await query(
          url,
          "SELECT TABLE_NAME, INDEX_NAME, NON_UNIQUE, SEQ_IN_INDEX, COLUMN_NAME FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME NOT IN ('SequelizeMeta', 'locks')",
        )),
      ];
  return rows.map((row) => JSON.stringify(row)).sort();
}

describe("the migrations", () => {
  test("run up, down and up again, and leave the same schema", async () => {
    const url = await emptyDatabase();
    expect((await runMigrate(url)).trim().split("\n")).toEqual(names.map((name) => `up  ${name}`));
    const schema = await schemaOf(url);
    expect((await runMigrate(url, "down", "--all")).trim().split("\n")).toEqual(
      [...names].reverse().map((name) => `down  ${name}`),
    );
    expect(await schemaOf(url)).toEqual([]);
    await runMigrate(url);
    expect(await schemaOf(url)).toEqual(schema);
  });

  test("take back the last one alone", async () => {
    const url = await emptyDatabase();
    await runMigrate(url);
    const schema = await schemaOf(url);
    expect((await runMigrate(url, "down")).trim()).toBe(`down  ${names.at(-1)}`);
    expect((await runMigrate(url)).trim()).toBe(`up  ${names.at(-1)}`);
    expect(await schemaOf(url)).toEqual(schema);
  });

  test("do nothing the second time", async () => {
    const url = await emptyDatabase();
    await runMigrate(url);
    expect((await runMigrate(url)).trim()).toBe("Nothing to migrate.");
  });

  test("can be run again after a kill between two steps: each does what is missing", async () => {
    const url = await emptyDatabase();
    await runMigrate(url);
    const schema = await schemaOf(url);
    // As after a kill: done, and not written down as done.
    await query(url, "DELETE FROM SequelizeMeta");
    expect((await runMigrate(url)).trim().split("\n")).toHaveLength(names.length);
    expect(await schemaOf(url)).toEqual(schema);
  });

  test("run once when two processes start them together", async () => {
    const url = await emptyDatabase();
    const printed = await Promise.all([runMigrate(url), runMigrate(url)]);
    expect(printed.map((text) => text.trim().split("\n").length).sort((a, b) => a - b)).toEqual([
      1,
      names.length,
    ]);
    expect(printed.join("")).toContain("Nothing to migrate.");
  });

  test("that are missing stop the start with a sentence", async () => {
    const url = await emptyDatabase();
    await expect(startApp({ databaseUrl: url })).rejects.toThrow(
      `The database lacks ${names.length} migrations, ${names[0]} first. Run npm run migrate.`,
    );
    await runMigrate(url);
    await runMigrate(url, "down");
    await expect(startApp({ databaseUrl: url })).rejects.toThrow(
      `The database lacks 1 migrations, ${names.at(-1)} first.`,
    );
  });

  test("that disappear under a running server make it not ready", async () => {
    const url = await emptyDatabase();
    await runMigrate(url);
    const app = await startTestApp({ databaseUrl: url, env: { RUN_WORKER: "no" } });
    const ready = async () => (await fetch(`${app.url}/readyz`)).status;
    expect(await ready()).toBe(200);
    await runMigrate(url, "down");
    expect(await ready()).toBe(503);
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  });
});

describe("the migration to workspaces", () => {
  const NAME = "20261122-0900-create-workspaces";
  const at = "'2026-11-01 10:00:00.000'";
  const tables = [
    ...["users", "platforms", "commissionTiers", "monthTotals", "optInForms", "connections", "apiKeys"],
    ...["submissionTotals", "viewTotals"],
  ];
  const countsOf = async (url: string) =>
    Promise.all(
      tables.map(async (table) => {
        const [row] = await query(url, `SELECT COUNT(*) AS total FROM ${table}`);
        return `${table}: ${row?.total}`;
      }),
    );
  const takeBack = (url: string) => runMigrate(url, "down", "--to", NAME);

  /** A database of the version before, with two accounts and what they own. */
  async function oldDatabase(): Promise<string> {
    const url = await emptyDatabase();
    await runMigrate(url);
    await takeBack(url);
    const [zones, ids] = [["Europe/Madrid", "UTC"], ["a", "b"].map((letter) => letter.repeat(36))];
    const insert = (table: string, row: Record<string, string | number>) =>
      query(
        url,
        `INSERT INTO ${table} (${Object.keys(row)
          .map((column) => `\`${column}\``)
          .join(", ")}) VALUES (${Object.values(row)
          .map((value) => (value === at || typeof value === "number" ? value : `'${value}'`))
          .join(", ")})`,
      );
    const dates = { createdAt: at, updatedAt: at };
    for (const [index, userId] of ids.entries()) {
      const id = userId;
      const text = `owner${index}`;
      await insert("users", {
        ...{ id, email: text, emailKey: text, username: text, usernameKey: text, name: text, role: "user" },
        ...{ isActive: 1, subscriptionStatus: "active", subscriptionPlan: index ? "free" : "team" },
        ...{ currency: index ? "USD" : "EUR", timeZone: zones[index] ?? "", theme: "dark", ...dates },
      });
      await insert("platforms", {
        ...{ id, userId, name: text, nameKey: text, icon: "Coins", isActive: 1, isDefault: 1, position: 0 },
        ...dates,
      });
      const tier = { name: text, minAmount: "0", type: "fixed", value: "1", currency: "EUR" };
      await insert("commissionTiers", { id, platformId: id, position: 0, ...tier });
      await insert("monthTotals", {
        ...{ platformId: id, month: "2026-11", kind: "verified", currency: "EUR", amount: "12.5" },
      });
      await insert("optInForms", {
        ...{ id, userId, slug: text, isActive: 1, ownerName: text, title: text, action: "deposit" },
        ...{ askAmount: 1, consentText: text, allowRepeat: 0, ...dates },
      });
      await insert("connections", {
        ...{ id, userId, provider: "meta", status: "connected", tokenEnding: "x" },
        ...{ credential: encrypt(text, id), pixelId: "1", connectedAt: at },
      });
      const key = { prefix: "att_x", keyHash: text, scopes: "stats:read" };
      await insert("apiKeys", { id, userId, name: text, ...key, createdAt: at });
      // A later migration counts these anew.
      for (const number of ["1", "2", "3"])
        await insert("submissions", {
          ...{ id: id.slice(1) + number, formId: id, userId, platformId: id, platformName: text },
          ...{ action: "deposit", email: text, emailKey: text, phone: "+34600000000", status: "pending" },
          ...{ version: 1, submissionKey: text + number, bodyHash: text, createdAt: at, day: "2026-11-01" },
          ...{ consentText: text, consentAt: at },
        });
      const place = { userId, day: "2026-11-01", count: 3 };
      const where = { platformId: id, status: "pending", eventStatus: "none" };
      await insert("submissionTotals", { ...place, ...where });
      await insert("sourceTotals", { ...place, source: "" });
      await insert("viewTotals", place);
    }
    return url;
  }

  const opened = ({ id, credential, ...row }: Record<string, unknown>) =>
    credential ? { ...row, id, credential: decrypt(String(credential), String(id)) } : { ...row, id };

  const rowsOf = async (url: string) =>
    JSON.stringify(
      await Promise.all(
        tables.map(async (table) =>
          (await query(url, `SELECT * FROM ${table} ORDER BY 1, 2`)).map((row) =>
            Object.entries(opened(row)).sort(([a], [b]) => (a < b ? -1 : 1)),
          ),
        ),
      ),
    );

  test("gives each account a workspace with all that it owned, and takes it back without a loss", async () => {
    const url = await oldDatabase();
    const [before, rows] = [await countsOf(url), await rowsOf(url)];
    await runMigrate(url);
    expect(await countsOf(url)).toEqual(before);
    expect(
      await query(
        url,
        `SELECT u.username, m.role, w.name, w.timeZone, w.currency, w.subscriptionPlan, p.name AS platform, t.name AS tier, k.name AS apiKey,
           maker.username AS maker, s.\`count\` AS submissions, mt.month AS month
         FROM users u JOIN workspaceMembers m ON m.userId = u.id JOIN workspaces w ON w.id = m.workspaceId
         JOIN platforms p ON p.workspaceId = w.id JOIN commissionTiers t ON t.workspaceId = w.id
         JOIN monthTotals mt ON mt.workspaceId = w.id JOIN optInForms f ON f.workspaceId = w.id
         JOIN connections c ON c.workspaceId = w.id JOIN submissionTotals s ON s.workspaceId = w.id
         JOIN apiKeys k ON k.workspaceId = w.id JOIN users maker ON maker.id = k.createdByUserId ORDER BY u.username`,
      ),
    ).toEqual(
      [
        { timeZone: "Europe/Madrid", currency: "EUR", subscriptionPlan: "team" },
        { timeZone: "UTC", currency: "USD", subscriptionPlan: "free" },
      ].map((workspace, index) => {
        const name = `owner${index}`;
        const own = { username: name, name, platform: name, tier: name, apiKey: name, maker: name };
        return { ...own, ...workspace, role: "owner", submissions: 3, month: "2026-11" };
      }),
    );
    await takeBack(url);
    expect(await countsOf(url)).toEqual(before);
    expect(await rowsOf(url)).toBe(rows);
  });

  test("is not taken back while two people share a workspace, or one has two", async () => {
    const url = await oldDatabase();
    await runMigrate(url);
    const before = await countsOf(url);
    const add = (workspace: number, user: number) =>
      query(
        url,
        `INSERT INTO workspaceMembers (workspaceId, userId, role, createdAt) SELECT w.id, u.id, 'viewer', ${at}
         FROM workspaces w, users u WHERE w.name = 'owner${workspace}' AND u.username = 'owner${user}'`,
      );
    await add(0, 1);
    await expect(takeBack(url)).rejects.toThrow("1 workspaces have more than one member.");
    await query(url, "DELETE FROM workspaceMembers WHERE role = 'owner' AND userId LIKE 'a%'");
    await expect(takeBack(url)).rejects.toThrow("1 accounts have more than one workspace.");
    expect(await countsOf(url)).toEqual(before);
    expect(await query(url, "SELECT id FROM workspaces")).toHaveLength(2);
  });
});

describe("the start", () => {
  test.each<[what: string, env: Record<string, string>, lines: string[]]>([
    ["every wrong value", { PORT: "many", LOG_LEVEL: "loud" }, ["PORT: ", "LOG_LEVEL: "]],
    [
      "what production lacks",
      {
        APP_ENV: "production",
        PUBLIC_URL: "",
        SESSION_SECRETS: "",
        ENCRYPTION_KEYS: "short",
        PROOF_SIGNING_KEYS: "",
      },
      ["PUBLIC_URL: ", "SESSION_SECRETS: ", "ENCRYPTION_KEYS: ", "PROOF_SIGNING_KEYS: "],
    ],
    ["a wrong variable of an ad platform", { META_GRAPH_VERSION: "26" }, ["META_GRAPH_VERSION: "]],
    ["a proxy that anybody could be", { TRUST_PROXY: "true" }, ["TRUST_PROXY: "]],
  ])("ends with a line for %s", async (_what, env, lines) => {
    const failure = await startApp({ databaseUrl: "sqlite:/nowhere", env }).catch((error: Error) => error);
    const written = String((failure as Error).message)
      .split("\n")
      .slice(1)
      .filter(Boolean);
    expect(written).toHaveLength(lines.length);
    for (const [index, line] of lines.entries()) expect(written[index]).toMatch(new RegExp(`^${line}`));
  });

  test("says in one sentence that the database cannot be reached", async () => {
    const failure = await startApp({ databaseUrl: "mysql://nobody@127.0.0.1:1/none" }).catch(
      (error: Error) => error,
    );
    expect(String((failure as Error).message).trim()).toBe(
      "The app did not start:\nThe database cannot be reached. Check DATABASE_URL and that its server runs.",
    );
  });
});
