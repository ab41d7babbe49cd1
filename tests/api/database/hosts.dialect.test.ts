import { expect, test } from "vitest";
import { isSqlite } from "#app/database/connection.server.ts";
import { createForm, optInBody } from "../../factories/index.ts";
import { startDatabaseProxy } from "../../servers/database-proxy.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { findSeries } from "../../support/find-series.ts";
import { forTest, startTestApp } from "../../support/start-for-test.ts";

const METRICS_TOKEN = "k7Qz2mN9pX4vB8sD1fG6hJ3wR5tY0uLc";
/** Nobody listens there. */
const SILENT = "127.0.0.1:9";

const ownUrl = process.env.DATABASE_URL ?? "";
const startProxy = () => forTest(startDatabaseProxy(ownUrl), ({ close }) => close());

test.runIf(!isSqlite)("a server goes on with the next host of its database when one is silent", async () => {
  const [first, second] = await Promise.all([startProxy(), startProxy()]);
  const url = new URL(ownUrl);
  const hosts = [first, second].map((proxy) => new URL(proxy.url).host);
  const databaseUrl = `${url.protocol}//${url.username}@${[...hosts, SILENT].join(",")}${url.pathname}`;
  const app = await startTestApp({ databaseUrl, env: { RUN_WORKER: "no", METRICS_TOKEN } });
  const readHosts = async () => {
    const { text } = await send(`${app.url}/metrics`, { token: METRICS_TOKEN });
    const ofEach = (name: string) => [...hosts, SILENT].map((host) => findSeries(text, name, { host }));
    return {
      up: ofEach("attesto_database_host_up"),
      used: ofEach("attesto_database_host_used"),
      failovers: findSeries(text, "attesto_database_failovers_total"),
    };
  };
  const form = await createForm();
  const submit = async () =>
    (await send(`${app.url}/api/optin/${form.slug}/submit`, { json: optInBody(form) })).status;
  // Beside the connection that asks whether it is ready.
  await eventually(async () => {
    expect(await submit()).toBe(201);
    expect(first.connections()).toBeGreaterThan(1);
    expect(await readHosts()).toMatchObject({ up: [1, 1, 0], used: [1, 0, 0] });
    const errors = app.log().filter(({ msg }) => msg === "a host of DATABASE_URL has never answered");
    expect(errors.map(({ level, host }) => [level, host])).toEqual([[50, SILENT]]);
  });
  const { failovers } = await readHosts();

  first.freeze();
  const statuses = new Set([await submit()]);
  await eventually(async () => {
    const status = await submit();
    statuses.add(status);
    expect(status).toBe(201);
  });
  expect([...statuses].every((status) => [201, 503].includes(status))).toBe(true);
  expect(second.connections()).toBeGreaterThan(1);
  const after = await readHosts();
  expect(after).toMatchObject({ up: [0, 1, 0], used: [0, 1, 0] });
  expect(after.failovers).toBeGreaterThan(failovers ?? 0);
});
