import { expect, test } from "vitest";
import { isSqlite } from "#app/database/connection.server.ts";
import { createForm, optInBody } from "../../factories/index.ts";
import { startDatabaseProxy } from "../../servers/database-proxy.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { forTest, startTestApp } from "../../support/start-for-test.ts";

const ownUrl = process.env.DATABASE_URL ?? "";
const startProxy = () => forTest(startDatabaseProxy(ownUrl), ({ close }) => close());

test.runIf(!isSqlite)("a server goes on with the next host of its database when one is silent", async () => {
  const [first, second] = await Promise.all([startProxy(), startProxy()]);
  const url = new URL(ownUrl);
  const databaseUrl = `${url.protocol}//${url.username}@${new URL(first.url).host},${new URL(second.url).host}${url.pathname}`;
  const app = await startTestApp({ databaseUrl, env: { RUN_WORKER: "no" } });
  const form = await createForm();
  const submit = async () =>
    (await send(`${app.url}/api/optin/${form.slug}/submit`, { json: optInBody(form) })).status;
  // Beside the connection that asks whether it is ready.
  await eventually(async () => {
    expect(await submit()).toBe(201);
    expect(first.connections()).toBeGreaterThan(1);
  });

  first.freeze();
  const statuses = new Set([await submit()]);
  await eventually(async () => {
    const status = await submit();
    statuses.add(status);
    expect(status).toBe(201);
  });
  expect([...statuses].every((status) => [201, 503].includes(status))).toBe(true);
  expect(second.connections()).toBeGreaterThan(1);
});
