import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY } from "#app/lib/dates.ts";
import { ExchangeRate, JobRun, RateSource } from "#app/models/index.server.ts";
import { createOwner, signInAs } from "../../factories/index.ts";
import { type App, startApp, stopIdleApp } from "../../servers/app.ts";
import { type Bank, dailyFile, startBank } from "../../servers/bank.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { forTest } from "../../support/start-for-test.ts";

const RATES = { USD: "1.1000", JPY: "160.25", KRW: "1500.10" };
const today = () => new Date().toISOString().slice(0, 10);
const gives = (text: string) => (response: ServerResponse) => void response.end(text);

let bank: Bank;
let app: App;
let token: string;
const start = () =>
  startApp({
    databaseUrl: process.env.DATABASE_URL ?? "",
    env: { ECB_RATES_URL: bank.url, RATES_POLL_MS: "25" },
  });
beforeAll(async () => {
  bank = await startBank();
  // The server of an earlier file has put off the next run by a minute.
  await stopIdleApp();
  await JobRun.destroy({ where: { name: "exchange rates" } });
  app = await start();
});
beforeEach(async () => {
  token = (await signInAs(await createOwner())).token;
  // In the empty database the server asks at once, and the bank has nothing.
  await eventually(async () => expect((await readSource()).lastError).toContain("404"));
  bank.reset();
});
afterEach(() => bank.reset());
afterAll(async () => {
  expect(await app.kill()).toBe(0);
  expect(app.log().filter(({ level }) => level >= 50)).toEqual([]);
  await bank.close();
});

const rates = async (of = app) => (await send(`${of.url}/api/currency/rates`, { token })).json;
const readSource = () => RateSource.findByPk("ecb", { rejectOnEmpty: true });

/** From now on the bank answers so, and the server, which knows the dollar's rate of a day, asks it. */
async function fetchAfter(day: string | null, answer: (response: ServerResponse) => void): Promise<void> {
  bank.answer(answer);
  if (day) await ExchangeRate.create({ day, currency: "USD", perEuro: "1.0900" });
  const source = await readSource();
  const fetchedAt = day === null ? null : new Date(`${day}T15:20:00Z`);
  await source.update({ day, fetchedAt, nextUpdateAt: null, leaseUntil: null, lastError: null });
}

describe("GET /api/currency/rates", () => {
  test("GET /api/currency/rates lets one process fetch where many run", async () => {
    await Promise.all([start(), start()].map((other) => forTest(other, ({ kill }) => kill())));
    await fetchAfter(null, (response) => void setTimeout(() => response.end(dailyFile(today(), RATES)), 300));
    await eventually(async () => expect((await readSource()).day).toBe(today()));
    expect(bank.asked()).toBe(1);
    expect((await rates()).date).toMatch(/^2026-/);
  });

  test("GET /api/currency/rates gives the bank's rates with their day, once they were fetched", async () => {
    await fetchAfter(null, gives(dailyFile(today(), RATES)));
    await eventually(async () => expect((await rates()).date).toBe(today()));
    const { base, exchangeRates, lastUpdated, nextUpdate, isStale } = await rates();
    expect({ base, exchangeRates, isStale }).toMatchObject({
      base: "EUR",
      exchangeRates: { USD: 1.1, JPY: 160.25, KRW: 1500.1 },
      isStale: false,
    });
    expect(Date.parse(lastUpdated)).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(nextUpdate)).toBeGreaterThan(Date.now());
    expect(bank.asked()).toBe(1);
  });

  test("GET /api/currency/rates returns those that ship with the product until then, with their age", async () => {
    await eventually(async () => expect((await rates()).date).toBe("2026-09-24"));
    const { exchangeRates, lastUpdated, nextUpdate, isStale } = await rates();
    expect({ lastUpdated, nextUpdate, isStale }).toEqual({
      lastUpdated: null,
      nextUpdate: null,
      isStale: true,
    });
    expect(exchangeRates).toMatchObject({ USD: 1.1367, ZAR: 18.6836 });
    expect(Object.keys(exchangeRates)).toHaveLength(29);
  });

  test.each<[what: string, answer: (response: ServerResponse) => void]>([
    ["is down", (response) => void response.destroy()],
    ["answers 503", (response) => void response.writeHead(503).end("<html>busy</html>")],
    ["is a page", gives("<html><body>Maintenance</body></html>")],
    ["never ends", (response) => void response.write("<gesmes:Envelope>".repeat(10_000))],
  ])(
    "GET /api/currency/rates gives the last known ones, marked stale, while the source %s",
    async (_what, answer) => {
      await fetchAfter("2026-11-19", answer);
      await eventually(async () => expect((await readSource()).lastError).not.toBeNull());
      await eventually(async () =>
        expect(await rates()).toMatchObject({
          date: "2026-11-19",
          exchangeRates: { USD: 1.09 },
          isStale: true,
        }),
      );
      expect(bank.asked()).toBe(1);
    },
  );

  test.each([
    ["older", "2026-11-18"],
    ["of a day that has not come", "2099-01-01"],
  ])("GET /api/currency/rates keeps the known day, marked stale, where a file is %s", async (_what, day) => {
    await fetchAfter("2026-11-20", gives(dailyFile(day, RATES)));
    await eventually(async () => expect((await readSource()).lastError).toContain(day));
    await eventually(async () =>
      expect(await rates()).toMatchObject({
        date: "2026-11-20",
        exchangeRates: { USD: 1.09 },
        isStale: true,
      }),
    );
  });

  test("GET /api/currency/rates does not take a file that is older than what ships with the product", async () => {
    await fetchAfter(null, gives(dailyFile("1999-01-04", RATES)));
    await eventually(async () => expect((await readSource()).lastError).toContain("1999-01-04"));
    await eventually(async () => expect(await rates()).toMatchObject({ date: "2026-09-24", isStale: true }));
  });

  test("GET /api/currency/rates marks rates as stale that are older than the bank's longest pause", async () => {
    const day = new Date(Date.now() - 8 * DAY).toISOString().slice(0, 10);
    await fetchAfter(null, gives(dailyFile(day, RATES)));
    await eventually(async () => expect(await rates()).toMatchObject({ date: day, isStale: true }));
    expect(Date.parse((await rates()).nextUpdate)).toBeGreaterThan(Date.now());
  });
});
