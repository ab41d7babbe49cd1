import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { isSqlite } from "#app/database/connection.server.ts";
import { createForm, optInBody, signInAs, submitForm } from "../../factories/index.ts";
import { runMigrate } from "../../setup/databases.ts";
import { environment } from "../../setup/environment.ts";
import {
  countRows,
  createEmptyDatabase,
  newFolder,
  refusal,
  runWithOwnFolder,
} from "../../support/backup-commands.ts";
import { retryWhileBusy } from "../../support/busy.ts";
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
  const submit = (url: string) => {
    const json = optInBody(form);
    return retryWhileBusy(() => send(`${url}/api/optin/${form.slug}/submit`, { json }));
  };
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
  const [ran] = await queryAll(ownUrl, ["SELECT error, lastSuccessAt FROM jobRuns WHERE name = 'backup'"]);
  expect(ran?.[0]).toEqual({ error: null, lastSuccessAt: expect.anything() });

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

test("only its owner can read a backup, and the secrets are in it only when they are asked for", async () => {
  await createForm();
  const parent = await newFolder();
  const [plain, whole] = [path.join(parent, "plain"), path.join(parent, "whole")];
  await run("backup", ownUrl, "--to", plain);
  expect(await run("backup", ownUrl, "--to", whole, "--with-secrets")).not.toContain("It needs the secrets");
  const database = isSqlite ? "database.sqlite" : "database.sql.gz";
  expect((await readdir(plain)).sort()).toEqual(["backup.json", database]);
  expect((await readdir(whole)).sort()).toEqual(["backup.json", database, "secrets.env"]);
  for (const folder of [plain, whole]) {
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const file of await readdir(folder))
      expect([file, (await stat(path.join(folder, file))).mode & 0o777]).toEqual([file, 0o600]);
  }
  expect(await readFile(path.join(whole, "secrets.env"), "utf8")).toContain(
    `ENCRYPTION_KEYS=${environment.ENCRYPTION_KEYS}\n`,
  );
  expect(await readFile(path.join(plain, "backup.json"), "utf8")).not.toContain(environment.ENCRYPTION_KEYS);
  expect(await refusal(run("backup", ownUrl, "--to", plain))).toContain("is not empty. Name a new folder.");
});
