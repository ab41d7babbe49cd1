import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR } from "#app/lib/dates.ts";
import { ExchangeRate, RateSource } from "#app/models/index.server.ts";
import { createOwner, signInAs } from "../../factories/index.ts";
import { type App, startApp } from "../../servers/app.ts";
import { type Bank, dailyFile, startBank } from "../../servers/bank.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";

const RATES = { USD: "1.1000", JPY: "160.25", KRW: "1500.10" };
const today = () => new Date().toISOString().slice(0, 10);
const gives = (text: string) => (response: ServerResponse) => void response.end(text);

let bank: Bank;
let apps: App[] = [];
let token: string;
beforeEach(async () => {
  bank = await startBank();
  token = (await signInAs(await createOwner())).token;
});
afterEach(async () => {
  for (const app of apps) await app.kill("SIGTERM");
  apps = [];
  await bank.close();
});

async function start(env: Record<string, string> = {}): Promise<App> {
  const app = await startApp({
    databaseUrl: process.env.DATABASE_URL ?? "",
    env: { ECB_RATES_URL: bank.url, RATES_POLL_MS: "25", ...env },
  });
  apps.push(app);
  return app;
}
const rates = async (app: App) => (await send(`${app.url}/api/currency/rates`, { token })).json;

describe("GET /api/currency/rates", () => {
  test("gives the bank's rates with their day, once they were fetched", async () => {
    bank.answer(gives(dailyFile(today(), RATES)));
    const app = await start();
    await eventually(async () => expect((await rates(app)).date).toBe(today()));
    const { base, exchangeRates, lastUpdated, nextUpdate, isStale } = await rates(app);
    expect({ base, exchangeRates, isStale }).toMatchObject({
      base: "EUR",
      exchangeRates: { USD: 1.1, JPY: 160.25, KRW: 1500.1 },
      isStale: false,
    });
    expect(Date.parse(lastUpdated)).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(nextUpdate)).toBeGreaterThan(Date.now());
    expect(bank.asked()).toBe(1);
  });

  test("returns those that ship with the product until then, with their age", async () => {
    const { date, exchangeRates, lastUpdated, nextUpdate, isStale } = await rates(await start());
    expect({ date, lastUpdated, nextUpdate, isStale }).toEqual({
      date: "2026-09-24",
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
  ])("gives the last known ones, marked stale, while the source %s", async (_what, answer) => {
    await RateSource.create({
      id: "ecb",
      day: "2026-11-19",
      fetchedAt: new Date("2026-11-19T15:20:00Z"),
      nextUpdateAt: new Date(Date.now() - 60_000),
      leaseUntil: null,
      lastError: null,
    });
    await ExchangeRate.create({ day: "2026-11-19", currency: "USD", perEuro: "1.0826" });
    bank.answer(answer);
    const app = await start();
    await eventually(async () =>
      expect((await RateSource.findByPk("ecb", { rejectOnEmpty: true })).lastError).not.toBeNull(),
    );
    expect(await rates(app)).toMatchObject({
      date: "2026-11-19",
      exchangeRates: { USD: 1.0826 },
      isStale: true,
    });
    expect(bank.asked()).toBe(1);
    expect(app.log().filter(({ level }) => level >= 50)).toEqual([]);
  });

  test("lets one process fetch where many run", async () => {
    bank.answer((response) => void setTimeout(() => response.end(dailyFile(today(), RATES)), 300));
    const all = await Promise.all([start(), start(), start()]);
    await eventually(async () => {
      expect((await RateSource.findByPk("ecb"))?.day).toBe(today());
    });
    expect(bank.asked()).toBe(1);
    expect((await rates(all[0] as App)).date).toMatch(/^2026-/);
  });

  test.each([
    ["older", "2026-11-18"],
    ["of a day that has not come", "2099-01-01"],
  ])("keeps the known day, marked stale, where a file is %s", async (_what, day) => {
    await RateSource.create({
      id: "ecb",
      day: "2026-11-20",
      fetchedAt: new Date(),
      nextUpdateAt: new Date(Date.now() - 1000),
      leaseUntil: null,
      lastError: null,
    });
    await ExchangeRate.create({ day: "2026-11-20", currency: "USD", perEuro: "1.0900" });
    bank.answer(gives(dailyFile(day, RATES)));
    const app = await start();
    await eventually(async () => expect((await RateSource.findByPk("ecb"))?.lastError).toContain(day));
    expect(await rates(app)).toMatchObject({
      date: "2026-11-20",
      exchangeRates: { USD: 1.09 },
      isStale: true,
    });
  });

  test("does not take a file that is older than what ships with the product", async () => {
    bank.answer(gives(dailyFile("1999-01-04", RATES)));
    const app = await start();
    await eventually(async () =>
      expect((await RateSource.findByPk("ecb"))?.lastError).toContain("1999-01-04"),
    );
    expect(await rates(app)).toMatchObject({ date: "2026-09-24", isStale: true });
  });

  test("marks rates as stale that are older than the bank's longest pause", async () => {
    const day = new Date(Date.now() - 8 * DAY).toISOString().slice(0, 10);
    await RateSource.create({
      id: "ecb",
      day,
      fetchedAt: new Date(),
      nextUpdateAt: new Date(Date.now() + HOUR),
      leaseUntil: null,
      lastError: null,
    });
    await ExchangeRate.create({ day, currency: "USD", perEuro: "1.0900" });
    expect(await rates(await start())).toMatchObject({ date: day, isStale: true });
  });
});
