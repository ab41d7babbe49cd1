import { expect, test } from "vitest";
import { isSqlite, sequelize } from "#app/database/connection.server.ts";
import { withQueryLimit } from "#app/database/query-limit.server.ts";
import { createForm, createOwner, optInBody } from "../../factories/index.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { forTest, startTestApp } from "../../support/start-for-test.ts";

const PASSWORD = "correct horse battery";
const TABLES = ["submissions", "sessions", "mails", "limitCounts"];

/** From now on inserts fail with the error of a full disk. */
async function fillDisk(): Promise<() => Promise<void>> {
  // A changed table waits for every transaction that uses it, on a loaded machine longer than a request may.
  const run = (sql: string) => withQueryLimit(Infinity, () => sequelize.query(sql));
  if (isSqlite) {
    // SQLite says the same when a table has used up its row ids.
    await run("CREATE TABLE fullDisk (id INTEGER PRIMARY KEY AUTOINCREMENT, x INTEGER)");
    await run("INSERT INTO fullDisk (id) VALUES (9223372036854775807)");
  }
  for (const table of TABLES)
    await run(
      isSqlite
        ? `CREATE TRIGGER full_${table} BEFORE INSERT ON ${table} BEGIN INSERT INTO fullDisk (x) VALUES (1); END`
        : `CREATE TRIGGER full_${table} BEFORE INSERT ON ${table} FOR EACH ROW
           SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1114, MESSAGE_TEXT = 'The table is full'`,
    );
  let isFull = true;
  const makeRoom = async () => {
    if (!isFull) return;
    isFull = false;
    for (const table of TABLES) await run(`DROP TRIGGER IF EXISTS full_${table}`);
    if (isSqlite) await run("DROP TABLE fullDisk");
  };
  await forTest(Promise.resolve(makeRoom), (stop) => stop());
  return makeRoom;
}

test("a full disk is a 503 with Retry-After, and the server is not ready until there is space", async () => {
  const app = await startTestApp({ env: { RUN_WORKER: "no" } });
  const form = await createForm();
  const owner = await createOwner({ password: PASSWORD });
  const submit = () => send(`${app.url}/api/optin/${form.slug}/submit`, { json: optInBody(form) });
  const signIn = () =>
    send(`${app.url}/api/auth/login`, { json: { usernameOrEmail: owner.email, password: PASSWORD } });
  const ready = () => send(`${app.url}/readyz`);
  expect((await ready()).status).toBe(200);

  const makeRoom = await fillDisk();
  const responses = [await submit(), await signIn(), await ready(), await ready()];
  expect(responses.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  expect(responses.map(({ headers }) => Number(headers.get("retry-after")) > 0)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(responses[2]?.json.problems).toEqual(["the database's disk is full"]);
  // Lines are buffered.
  await eventually(() =>
    expect(app.log().filter(({ msg }) => msg.startsWith("the database's disk is full"))).toHaveLength(1),
  );

  await makeRoom();
  await eventually(async () => expect((await ready()).status).toBe(200));
  expect([(await submit()).status, (await signIn()).status]).toEqual([201, 200]);
});
