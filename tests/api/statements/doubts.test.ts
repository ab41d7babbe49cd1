import { expect, test } from "vitest";
import { DAY } from "#app/lib/dates.ts";
import { createForm, signInAs, submitForm } from "../../factories/index.ts";
import { readStatement, toCsv } from "../../support/broker-statement.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const path = "/api/statements";

const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
const deposit = (account: string, day: string, amount: string) =>
  `${account};${day} 00:00:01;Deposit;${amount};EUR`;

/** One match whose time is unusual, one with a fee as well, one with another amount, a certain one. */
async function setUp() {
  const form = await createForm();
  const { token, cookie } = await signInAs(form.owner);
  const claim = (reference: string) => submitForm(form, { reference, amount: "100" });
  const [late, withFee, other, certain] = [
    await claim("8412301"),
    await claim("8412302"),
    await claim("8412303"),
    await claim("8412304"),
  ];
  const statement = await readStatement(
    { url: site.app.url, token, form },
    toCsv(
      deposit("8412301", daysAgo(35), "100,00"),
      deposit("8412302", daysAgo(35), "97,00"),
      deposit("8412303", daysAgo(0), "70,00"),
      deposit("8412304", daysAgo(0), "100,00"),
    ),
  );
  const decide = (json: object) =>
    site.send(`${path}/${statement.id}/decide`, {
      token,
      json: { status: "handled", version: statement.version, ...json },
    });
  return { token, cookie, statement, decide, claims: { late, withFee, other, certain } };
}

const statusOf = async (claims: object) =>
  Promise.all(Object.values(claims).map(async (claim) => (await claim.reload()).status));

test("likely claims that only the time speaks against are verified together, and undone together", async () => {
  const { token, statement, decide, claims } = await setUp();
  expect(statement).toMatchObject({
    groups: { certain: { count: 1 }, likely: { count: 3 } },
    doubts: { time: 1, fee: 1 },
  });
  const dryRun = await decide({ group: "likely", doubt: "time", dryRun: true });
  expect(dryRun.json).toMatchObject({ wouldHandle: 1, sums: [{ amount: "100.00", currency: "EUR" }] });
  expect(await statusOf(claims)).toEqual(["pending", "pending", "pending", "pending"]);
  const decided = await decide({ group: "likely", doubt: "time", holdSeconds: 600 });
  expect(decided.json.job.total).toBe(1);
  expect(await statusOf(claims)).toEqual(["handled", "pending", "pending", "pending"]);
  await site.send(`${path}/${statement.id}/undo`, { method: "POST", token });
  expect(await statusOf(claims)).toEqual(["pending", "pending", "pending", "pending"]);
});

test("likely claims are never verified together without the doubt that they have in common", async () => {
  const { cookie, statement, decide, claims } = await setUp();
  expect(await decide({ group: "likely" })).toMatchObject({
    status: 400,
    json: { code: "validation_failed" },
  });
  expect(await decide({ group: "certain", doubt: "time" })).toMatchObject({ status: 400 });
  const address = `/dashboard/statements/${statement.id}`;
  const form = {
    intent: "decide",
    group: "likely",
    status: "handled",
    version: String(statement.version),
  };
  const headers = { "sec-fetch-site": "same-origin" };
  expect((await site.send(address, { cookie, headers, form })).status).toBe(400);
  expect(await statusOf(claims)).toEqual(["pending", "pending", "pending", "pending"]);
});

test("the page has a button for each doubt, which says what it does before it is pressed", async () => {
  const { cookie, statement, claims } = await setUp();
  const address = `/dashboard/statements/${statement.id}?group=likely`;
  const { text } = await site.send(address, { cookie });
  expect(text).toContain("1 claim fits but for the time</h2>");
  expect(text).toContain("1 claim fits but for the time, with nearly the same amount</h2>");
  const form = {
    intent: "decide",
    group: "likely",
    doubt: "fee",
    status: "handled",
    version: String(statement.version),
  };
  await site.send(address, { cookie, headers: { "sec-fetch-site": "same-origin" }, form });
  expect(await statusOf(claims)).toEqual(["pending", "handled", "pending", "pending"]);
  expect((await claims.withFee.reload()).verifiedAmount).toMatch(/^97/);
});
