import { appendFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isSqlite } from "#app/database/connection.server.ts";
import { createForm, optInBody, signInAs, submitForm } from "../../factories/index.ts";
import { runMigrate } from "../../setup/databases.ts";
import {
  countRows,
  createEmptyDatabase,
  newFolder,
  refusal,
  runWithOwnFolder,
} from "../../support/backup-commands.ts";
import { send } from "../../support/client.ts";
import { queryAll } from "../../support/query-database.ts";
import { startTestApp } from "../../support/start-for-test.ts";
import { readTotals } from "../../support/totals.ts";

const ownUrl = process.env.DATABASE_URL ?? "";
const run = runWithOwnFolder();

test("a backup taken while claims come in restores to a server that goes on, with equal totals", async () => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const early = await submitForm(form);
  const app = await startTestApp();
  const submit = (url: string) => send(`${url}/api/optin/${form.slug}/submit`, { json: optInBody(form) });
  const folder = path.join(await newFolder(), "today");
  let isTaken = false;
  const backup = run("backup", ownUrl, "--to", folder).finally(() => {
    isTaken = true;
  });
  const statuses: number[] = [];
  while (!isTaken) statuses.push((await submit(app.url)).status);
  expect(await backup).toMatch(
    /^The backup is in .*\nIt needs the secrets of this installation: SESSION_SECRETS/,
  );
  expect(new Set(statuses)).toEqual(new Set([201]));

  const restored = await createEmptyDatabase();
  expect(await run("restore", restored, "--from", folder)).toMatch(/^The backup of .* is restored\./);
  expect(await runMigrate(restored)).toContain("Nothing to migrate.");
  const { stored, counted } = await readTotals(async (sql) => (await queryAll(restored, [sql]))[0] ?? []);
  expect(stored).toEqual(counted);
  const copy = await startTestApp({ databaseUrl: restored });
  expect((await send(`${copy.url}/readyz`)).status).toBe(200);
  const list = (await send(`${copy.url}/api/optin/dashboard/submissions`, { token })).json;
  expect(list.pagination.total).toBe(await countRows(restored, "submissions"));
  expect((await send(`${copy.url}/api/optin/dashboard/submissions/${early.id}`, { token })).status).toBe(200);
  expect((await submit(copy.url)).status).toBe(201);
});

test("a restore never overwrites what is there, unless it is told to replace it", async () => {
  const form = await createForm();
  await submitForm(form);
  const folder = path.join(await newFolder(), "one");
  await run("backup", ownUrl, "--to", folder);
  const other = await createEmptyDatabase();
  await runMigrate(other);
  expect(await refusal(run("restore", other, "--from", folder))).toMatch(
    /is not empty\. --replace deletes its \d+ tables first/,
  );
  expect(await countRows(other, "submissions")).toBe(0);
  await run("restore", other, "--from", folder, "--replace");
  expect(await countRows(other, "submissions")).toBe(1);
});

test("a restore changes nothing while a server uses the database, or without the program that loads it", async () => {
  await submitForm(await createForm());
  const folder = path.join(await newFolder(), "one");
  await run("backup", ownUrl, "--to", folder);
  const other = await createEmptyDatabase();
  await run("restore", other, "--from", folder);
  const app = await startTestApp({ databaseUrl: other });
  expect(await refusal(run("restore", other, "--from", folder, "--replace"))).toContain(
    "Another process uses this database. Stop servers and workers first.",
  );
  expect((await send(`${app.url}/readyz`)).status).toBe(200);
  await app.kill();
  const { PATH } = process.env;
  process.env.PATH = folder;
  const said = await refusal(run("restore", other, "--from", folder, "--replace")).finally(() => {
    process.env.PATH = PATH;
  });
  expect(said).toContain(isSqlite ? "It was done." : "Neither mariadb nor mysql is installed.");
  expect(await countRows(other, "submissions")).toBe(1);
});

test("a backup that cannot be taken leaves nothing behind, and touches no folder of others", async () => {
  await createForm();
  const parent = await newFolder();
  await mkdir(path.join(parent, "today.unfinished"));
  expect(
    await refusal(run("backup", await createEmptyDatabase(), "--to", path.join(parent, "today"))),
  ).toContain("This database is empty");
  expect(await refusal(run("backup", ownUrl, "--to", path.join(parent, "none", "today")))).toContain(
    `There is no folder ${path.join(parent, "none")}.`,
  );
  await run("backup", ownUrl, "--to", path.join(parent, "today"));
  expect((await readdir(parent)).sort()).toEqual(["today", "today.unfinished"]);
});

test("a damaged backup, one of a newer version and one of another database are refused before anything changes", async () => {
  await createForm();
  const parent = await newFolder();
  const folder = path.join(parent, "damaged");
  await run("backup", ownUrl, "--to", folder);
  const url = await createEmptyDatabase();
  const restore = () => refusal(run("restore", url, "--from", folder));
  const manifestFile = path.join(folder, "backup.json");
  const manifest = JSON.parse(await readFile(manifestFile, "utf8"));
  const describe = (changes: object) => writeFile(manifestFile, JSON.stringify({ ...manifest, ...changes }));

  await describe({ migrations: [...manifest.migrations, "20991231-2359-of-the-future"] });
  expect(await restore()).toContain("newer version, with the migration 20991231-2359-of-the-future.");
  await describe({ dialect: isSqlite ? "mysql" : "sqlite" });
  expect(await restore()).toContain("and DATABASE_URL names");
  await describe({});
  await appendFile(path.join(folder, isSqlite ? "database.sqlite" : "database.sql.gz"), "x");
  expect(await restore()).toContain("is missing or damaged. Take another backup.");
  expect(await refusal(run("restore", url, "--from", parent))).toContain(
    "is no backup: it has no backup.json.",
  );
  expect(await refusal(run("backup", url, "--to", path.join(parent, "none")))).toContain(
    "This database is empty",
  );
});

test.runIf(!isSqlite)("a database password may have any character, and a wrong one is said", async () => {
  const name = `attesto_${process.pid}`;
  const password = `a'b"c\\d#e;f g$h`;
  const { pathname, host } = new URL(ownUrl);
  await queryAll(ownUrl, [
    `CREATE OR REPLACE USER '${name}'@'127.0.0.1' IDENTIFIED BY '${password.replace(/['\\]/g, "\\$&")}'`,
    `GRANT ALL ON \`${pathname.slice(1)}\`.* TO '${name}'@'127.0.0.1'`,
  ]);
  onTestFinished(async () => void (await queryAll(ownUrl, [`DROP USER '${name}'@'127.0.0.1'`])));
  const withPassword = (text: string) => `mysql://${name}:${encodeURIComponent(text)}@${host}${pathname}`;
  const folder = path.join(await newFolder(), "with-password");
  expect(await run("backup", withPassword(password), "--to", folder)).toContain("The backup is in");
  const refused = await refusal(run("backup", withPassword("wrong"), "--to", `${folder}-2`));
  expect(refused).toMatch(/Access denied/);
  expect(refused).not.toContain("wrong");
});
