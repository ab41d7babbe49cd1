import { expect, test } from "vitest";
import { isSqlite, sequelize } from "#app/database/connection.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, signInAs } from "../../factories/index.ts";
import { send } from "../../support/client.ts";
import { startTestApp } from "../../support/start-for-test.ts";

const { admin } = messages;
const headers = { "sec-fetch-site": "same-origin" };

// No other app runs meanwhile: its jobs would miss the tables that are away.
test("the pages of administration say in the specification's words what failed", async () => {
  const app = await startTestApp({ env: { RUN_WORKER: "no" } });
  const { cookie } = await signInAs(await createOwner({ role: "superadmin" }));
  const target = await createOwner();
  const away = async <T>(table: string, work: () => Promise<T>) => {
    await sequelize.query(`ALTER TABLE ${table} RENAME TO ${table}Away`);
    return work().finally(() => sequelize.query(`ALTER TABLE ${table}Away RENAME TO ${table}`));
  };
  await away("subscriptionGrants", async () => {
    const list = await send(`${app.url}/admin/users`, { cookie });
    expect([list.status, list.text.includes(messages.loading.userStatistics)]).toEqual([200, true]);
    expect(list.text).toContain(target.email);
    const page = await send(`${app.url}/admin`, { cookie });
    expect([page.status, page.text.includes(messages.loading.userStatistics)]).toEqual([500, true]);
  });
  const userId = target.id;
  await away("auditEntries", async () => {
    for (const [path, form, sentence] of [
      ["/admin/users", { intent: "role", userId, role: "admin" }, admin.roleFailed],
      ["/admin/users", { intent: "status", userId, isActive: "no" }, admin.statusFailed],
      [`/admin/users/${userId}/delete`, { intent: "delete" }, admin.deleteFailed],
    ] as const) {
      const posted = await send(app.url + path, { form, cookie, headers });
      expect([path, posted.status, posted.text.includes(sentence)]).toEqual([path, 500, true]);
    }
  });
  expect(await target.reload()).toMatchObject({ role: "user", isActive: true });
  // No time that anything could read.
  if (!isSqlite) await sequelize.query("ALTER TABLE users MODIFY createdAt VARCHAR(40) NOT NULL");
  await sequelize.query("UPDATE users SET createdAt = 'never' WHERE id = :userId", {
    replacements: { userId },
  });
  const list = await send(`${app.url}/admin/users`, { cookie });
  expect([list.status, list.text.includes(messages.loading.users)]).toEqual([500, true]);
  await sequelize.query("UPDATE users SET createdAt = '2026-11-20 09:30:00.000'");
  if (!isSqlite) await sequelize.query("ALTER TABLE users MODIFY createdAt DATETIME(3) NOT NULL");
  expect(await app.kill()).toBe(0);
});
