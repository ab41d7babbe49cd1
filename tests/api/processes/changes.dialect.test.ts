import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isSqlite } from "#app/database/connection.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { Change } from "#app/models/index.server.ts";
import { createForm, type Form, optInBody, signInAs } from "../../factories/index.ts";
import { type App, startApp } from "../../servers/app.ts";
import { hasRedis, type RedisServer, startRedisServer } from "../../servers/redis.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { openStream } from "../../support/open-stream.ts";

let redis: RedisServer | null = null;
beforeAll(async () => {
  if (isSqlite && (hasRedis || process.env.CI)) redis = await startRedisServer();
});
afterAll(() => redis?.stop());

const never = String(DAY);
/** A cached form is read again after ten seconds anyway. */
const BEFORE_CACHE_ENDS_MS = 6_000;

const byPoll = { how: "by the poll of the database", getEnv: () => ({ POLL_MS: "100" }) };
/** The same whatever the database is. */
const byMessage = {
  how: "by a message of Redis",
  getEnv: () => ({ POLL_MS: never, REDIS_URL: redis?.url ?? "" }),
};

describe.each(isSqlite ? [byPoll, byMessage] : [byPoll])(
  "what one process changes, the other knows $how",
  ({ getEnv }) => {
    let apps: [App, App];
    beforeAll(async () => {
      const start = () => startApp({ databaseUrl: process.env.DATABASE_URL ?? "", env: getEnv() });
      apps = await Promise.all([start(), start()]);
    });
    afterAll(async () => {
      expect(await Promise.all(apps.map((app) => app.kill("SIGTERM")))).toEqual([0, 0]);
    });

    const submitAt = (app: App, form: Form) =>
      send(`${app.url}/api/optin/${form.slug}/submit`, { json: optInBody(form) });
    const openAt = async (app: App, { slug }: Form) => (await send(`${app.url}/optin/${slug}`)).status;
    async function changeForm(app: App, token: string, json: Record<string, unknown>): Promise<void> {
      const url = `${app.url}/api/optin-settings`;
      expect((await send(url, { method: "PUT", token, json })).status).toBe(200);
    }

    test("a form that is paused takes no claims at the other process", async () => {
      const form = await createForm();
      const { token } = await signInAs(form.owner);
      expect(await openAt(apps[1], form)).toBe(200);
      await changeForm(apps[0], token, { isActive: false });
      await eventually(
        async () => expect((await submitAt(apps[1], form)).status).toBe(404),
        BEFORE_CACHE_ENDS_MS,
      );
    });

    test("a page that is open at the other process hears of a new claim", async () => {
      const form = await createForm();
      const stream = await openStream(apps[1].url, (await signInAs(form.owner)).cookie);
      expect((await submitAt(apps[0], form)).status).toBe(201);
      expect(await stream.readUntil("toCheck")).toContain('data: {"claims":{"created":1,');
      stream.leave();
    });

    test("a stream of the other process ends when its person signs out", async () => {
      const form = await createForm();
      const { cookie } = await signInAs(form.owner);
      const stream = await openStream(apps[1].url, cookie);
      const headers = { "sec-fetch-site": "same-origin" };
      await send(`${apps[0].url}/logout`, { cookie, headers, form: { intent: "sign-out" } });
      expect(await stream.ended()).toBe("ended");
    });
  },
);

test("a transaction that changes many rows announces them once", async () => {
  await createForm();
  const topics = (await Change.findAll()).map(({ topic }) => topic);
  expect(topics.filter((topic) => topic === "forms").length).toBeLessThan(10);
});
