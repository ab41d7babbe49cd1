import { expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { Session, User } from "#app/models/index.server.ts";
import { createOwner, signInAs } from "../../factories/index.ts";
import { send } from "../../support/client.ts";
import { startTestApp } from "../../support/start-for-test.ts";

const WRITERS = 6;

test("while another process holds the lock, writers get a 503 and readers still read", async () => {
  const app = await startTestApp({ env: { RUN_WORKER: "no" } });
  const owner = await createOwner();
  const { token } = await signInAs(owner);
  const rename = () =>
    send(`${app.url}/api/user/update-profile`, { method: "PATCH", token, json: { name: "Iria Vázquez" } });
  const read = () => send(`${app.url}/api/user/profile`, { token });
  const done: string[] = [];

  // SQLite locks the whole database, MySQL the row.
  const held = await sequelize.transaction({ type: "IMMEDIATE" as never });
  await User.findByPk(owner.id, { transaction: held, lock: true });
  const writes = Array.from({ length: WRITERS }, () => rename().finally(() => done.push("write")));
  const { status } = await read();
  done.push("read");
  const responses = await Promise.all(writes);
  await held.rollback();

  expect([status, done[0]]).toEqual([200, "read"]);
  for (const response of responses) {
    expect(response).toMatchObject({ status: 503, json: { code: "unavailable" } });
    expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
  }
  expect((await rename()).status).toBe(200);
  expect((await read()).json.user.name).toBe("Iria Vázquez");
  expect(await app.kill()).toBe(0);
});

test("a session whose last use cannot be saved is a 503 with Retry-After", async () => {
  const app = await startTestApp({ env: { RUN_WORKER: "no" } });
  const { token, sessionId } = await signInAs(await createOwner());
  await Session.update({ lastUsedAt: new Date(0) }, { where: { id: sessionId } });
  const held = await sequelize.transaction({ type: "IMMEDIATE" as never });
  await Session.findByPk(sessionId, { transaction: held, lock: true });
  const { status } = await send(`${app.url}/api/user/profile`, { token }).finally(() => held.rollback());
  expect(status).toBe(503);
  expect((await send(`${app.url}/api/user/profile`, { token })).status).toBe(200);
  expect(await app.kill()).toBe(0);
});
