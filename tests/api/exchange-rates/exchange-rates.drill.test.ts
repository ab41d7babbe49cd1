import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ExchangeRate, JobRun, RateSource } from "#app/models/index.server.ts";
import { createOwner, signInAs } from "../../factories/index.ts";
import { type App, startApp, stopIdleApp } from "../../servers/app.ts";
import { type Bank, dailyFile, startBank } from "../../servers/bank.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { forTest } from "../../support/start-for-test.ts";

const RATES = { USD: "1.1000", JPY: "160.25", KRW: "1500.10" };
const today = () => new Date().toISOString().slice(0, 10);

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
});
