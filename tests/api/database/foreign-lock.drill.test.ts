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
  const late = await signInAs(await createOwner());
  await Session.update({ lastUsedAt: new Date(0) }, { where: { id: late.sessionId } });
  const rename = () =>
    send(`${app.url}/api/user/update-profile`, { method: "PATCH", token, json: { name: "Iria Vázquez" } });
  const read = (of = token) => send(`${app.url}/api/user/profile`, { token: of });
  const done: string[] = [];

  // SQLite locks the whole database, MySQL the rows.
  const held = await sequelize.transaction({ type: "IMMEDIATE" as never });
  await User.findByPk(owner.id, { transaction: held, lock: true });
  await Session.findByPk(late.sessionId, { transaction: held, lock: true });
  // A read that has to save the session's last use writes.
  const writing = [...Array.from({ length: WRITERS }, rename), read(late.token)];
  const writes = writing.map((write) => write.finally(() => done.push("write")));
  const { status } = await read();
  done.push("read");
  const responses = await Promise.all(writes).finally(() => held.rollback());

  expect([status, done[0]]).toEqual([200, "read"]);
  for (const response of responses) {
    expect(response).toMatchObject({ status: 503, json: { code: "unavailable" } });
    expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
  }
  expect((await rename()).status).toBe(200);
  expect((await read()).json.user.name).toBe("Iria Vázquez");
  expect((await read(late.token)).status).toBe(200);
  expect(await app.kill()).toBe(0);
});
