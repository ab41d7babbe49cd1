import { describe, expect, test } from "vitest";
import { Platform, Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { settingsVersion } from "#app/services/platforms/settings-version.server.ts";
import { createForm, type Form, signInAs, submitForm, uniqueEmail } from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { readText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const LIST = "/api/optin/dashboard/submissions";
const { amountUnlikely, amountIsRight } = messages.optIn;

async function ownerWithForm() {
  const form = await createForm();
  const { token, cookie } = await signInAs(form.owner);
  const platformPath = `/api/affiliate/platforms/${form.platforms[0]?.id}`;
  const setLimit = (amountLimit: object | null) =>
    site.send(platformPath, { method: "PATCH", token, json: { amountLimit } });
  const ids = async (query: string) =>
    (await site.send(`${LIST}?${query}`, { token })).json.submissions.map(({ _id }: { _id: string }) => _id);
  /** What the list's page says of the sum. */
  const readSum = async () => {
    const { text } = await site.send("/dashboard/submissions?status=all", { headers: { cookie } });
    return text.replace(/<[^>]*>/g, " ").match(/Total\s+(.*?)\s+Claims per page/s)?.[1];
  };
  return { form, token, cookie, setLimit, ids, readSum };
}

const submitUnlikely = (form: Form) => submitForm(form, { amount: "999999", currency: "EUR" });

describe("POST /api/optin/{slug}/submit with an unlikely amount", () => {
  const typed = { amount: "999,999", currency: "EUR", submissionKey: "one-confirmation" };

  test("an unlikely amount is a 400 with the question, stores nothing, and is taken once it is confirmed", async () => {
    const { form, token } = await ownerWithForm();
    const email = uniqueEmail();
    const asked = await site.submit(form, { ...typed, email });
    const option = { value: "999,999 EUR", label: amountIsRight("999,999 EUR") };
    expect([asked.status, asked.json]).toMatchObject([
      400,
      {
        error: amountUnlikely("999,999 EUR"),
        code: "amount_unconfirmed",
        details: [{ field: "amount", message: amountUnlikely("999,999 EUR"), options: [option] }],
      },
    ]);
    const inGerman = await site.submit(form, { ...typed, email, language: "de" });
    expect(inGerman.json.details[0]).toMatchObject({
      message: textsIn("de").errors.amountUnlikely("999.999 EUR"),
      options: [{ value: "999,999 EUR", label: textsIn("de").errors.amountIsRight("999.999 EUR") }],
    });
    expect(await Submission.count()).toBe(0);

    const confirmed = await site.submit(form, { ...typed, email, amountConfirmed: true });
    const again = await site.submit(form, { ...typed, email, amountConfirmed: true });

    expect([confirmed.status, again.status]).toEqual([201, 201]);
    expect(again.json.submissionId).toBe(confirmed.json.submissionId);
    expect((await site.read(token, confirmed.json.submissionId)).json).toMatchObject({
      unlikelyAmount: true,
      formData: { amount: "999999.00" },
    });
    await expectTotalsToBeTrue();
  });

  test("an unlikely amount that was confirmed confirms no other one", async () => {
    const { form } = await ownerWithForm();
    const other = { ...typed, amount: "9999999", amountConfirmed: "999,999 EUR" };
    expect((await site.submit(form, other)).json.code).toBe("amount_unconfirmed");
    expect((await site.submit(form, { ...other, amountConfirmed: false })).status).toBe(400);
    expect((await site.submit(form, { ...other, amountConfirmed: "9,999,999 EUR" })).status).toBe(201);
  });

  test("an unlikely amount is one above the broker's own limit, in its currency or by the day's rate", async () => {
    const { form, token, setLimit } = await ownerWithForm();
    const { json } = await setLimit({ amount: "500", currency: "EUR" });
    expect(json.platform.amountLimit).toEqual({ amount: "500.00", currency: "EUR" });
    const send = async (amount: string, currency: string) =>
      (await site.submit(form, { amount, currency })).json.code ?? "taken";
    expect(await send("500", "EUR")).toBe("taken");
    expect(await send("500.01", "EUR")).toBe("amount_unconfirmed");
    expect(await send("50000", "JPY")).toBe("taken");
    expect(await send("500000", "JPY")).toBe("amount_unconfirmed");
    expect(await send("500000", "AED")).toBe("taken");
    const usual = await site.submit(form, { amount: "20", amountConfirmed: true });
    expect((await site.read(token, usual.json.submissionId)).json.unlikelyAmount).toBe(false);

    expect((await setLimit({ amount: "1.234", currency: "EUR" })).json.details).toEqual([
      { field: "amountLimit.amount", message: messages.fields.amountDigits },
    ]);
    expect((await setLimit(null)).json.platform.amountLimit).toBeNull();
    expect(await send("100000", "EUR")).toBe("taken");
  });
});

test("an amount in USDT is one in dollars where the broker counts it so, and asks for dollars elsewhere", async () => {
  const { form, cookie } = await ownerWithForm();
  const send = () => site.submit(form, { email: uniqueEmail(), amount: "1,250 USDT" });
  const refused = await send();
  const message = messages.fields.amountInCoin("USDT", "USD");
  expect([refused.status, refused.json.details]).toEqual([400, [{ field: "amount", message }]]);

  const [broker] = form.platforms;
  const platform = paths.platformOnForm({ platformId: String(broker?.id) });
  const limit = {
    intent: "update",
    seen: settingsVersion(await Platform.findByPk(String(broker?.id), { rejectOnEmpty: true })),
    name: String(broker?.name),
    icon: "Coins",
    "accountNumber.field": "optional",
    amount: "",
    currency: "EUR",
    countsCoins: "on",
  };
  expect(
    (await site.send(platform, { headers: { cookie, "sec-fetch-site": "same-origin" }, form: limit })).status,
  ).toBe(303);
  const { status, json } = await send();

  expect(status).toBe(201);
  const { amount, currency } = await Submission.findByPk(json.submissionId, { rejectOnEmpty: true });
  expect([Number(amount), currency]).toEqual([1250, "USD"]);
});

describe("claim with an unlikely amount", () => {
  test("a claim with an unlikely amount is in counts, in no sum and last by amount until it is verified", async () => {
    const { form, token, ids, readSum } = await ownerWithForm();
    const { id: unlikely } = await submitUnlikely(form);
    const { id: large } = await submitForm(form, { amount: "300" });
    const { id: small } = await submitForm(form, { amount: "200" });
    const { id: unknown } = await submitForm(form, { amount: undefined });
    const plan = async () =>
      (
        await site.send(`${LIST}/bulk`, {
          method: "POST",
          token,
          json: { filter: {}, status: "handled", dryRun: true },
        })
      ).json;

    expect(await ids("sort=amount")).toEqual([small, large, unknown, unlikely]);
    expect(await ids("sort=-amount")).toEqual([large, small, unknown, unlikely]);
    expect(await readSum()).toMatch(/^€500\.00\s+without 1 amount that is unlikely or came in a rush\s/);
    const sum = [{ amount: "500.00", currency: "EUR" }];
    expect(await plan()).toMatchObject({ wouldChange: 4, sum, unlikely: 1 });
    expect((await site.send(`${LIST}/stats`, { token })).json.total).toBe(4);

    await site.decide(token, unlikely, { status: "handled" });
    expect(await ids("sort=-amount")).toEqual([unlikely, large, small, unknown]);
    expect(await readSum()).toMatch(/^€1,000,499\.00\s/);

    await site.decide(token, unlikely, { status: "rejected" });
    expect(await ids("sort=-amount")).toEqual([large, small, unknown, unlikely]);
    await site.decide(token, unlikely, { status: "handled", amount: "250", currency: "EUR" });
    expect(await ids("sort=-amount")).toEqual([large, unlikely, small, unknown]);
    await expectTotalsToBeTrue();
  });

  test("a claim with an unlikely amount says so in its sheet and in the export", async () => {
    const { form, token, cookie } = await ownerWithForm();
    const { id } = await submitUnlikely(form);
    const { text } = await site.send(`/dashboard/submissions?open=${id}`, { headers: { cookie } });
    expect(text).toContain(`above the limit of ${form.platforms[0]?.name}, and confirmed when asked.`);
    expect(readText(text, "tbody")).toContain("unlikely");
    const { text: csv } = await site.send(`${LIST}/export`, { token });
    const [head, line] = csv.split("\r\n").map((row) => row.replaceAll('"', "").split(","));
    expect(line?.[head?.indexOf("Unlikely amount") ?? -1]).toBe("Yes");
  });
});

describe("a form that its owner slows down", () => {
  test("takes every claim, marks those above the number a minute, and leaves them out of sums until they are verified", async () => {
    const { form, token, cookie, readSum } = await ownerWithForm();
    const set = (slowDown: number | null) =>
      site.send("/api/optin-settings", { method: "PUT", token, json: { slowDown } });
    expect((await set(0)).json.errors).toMatchObject([{ field: "slowDown" }]);
    expect((await set(2)).json.settings).toMatchObject({ slowDown: 2 });
    const submit = async () => {
      const sent = await site.submit(form, { amount: "100", currency: "EUR" });
      expect(sent.status).toBe(201);
      return (await site.read(token, sent.json.submissionId)).json;
    };
    const claims = [await submit(), await submit(), await submit(), await submit()];
    expect(claims.map(({ cameInRush }) => cameInRush)).toEqual([false, false, true, true]);
    expect(await readSum()).toMatch(/^€200.00\s+without 2 amounts that are unlikely or came in a rush/);
    const { text } = await site.send(paths.submissions({ status: "all" }), { cookie });
    expect(text.match(/came in a rush/g)?.length).toBeGreaterThanOrEqual(2);
    const found = (await site.send(`${LIST}?rush=yes&sort=createdAt`, { token })).json.submissions;
    expect(found.map(({ _id }: { _id: string }) => _id)).toEqual(claims.slice(2).map(({ _id }) => _id));

    const verified = await site.decide(token, claims[3]?._id, { status: "handled" });
    expect(verified.status).toBe(200);
    expect(await readSum()).toMatch(/^€300.00\s+without 1 amount that is unlikely or came in a rush/);
    await expectTotalsToBeTrue();
    await set(null);
    expect((await submit()).cameInRush).toBe(false);
  });

  test("counts a claim that is sent twice once", async () => {
    const { form, token } = await ownerWithForm();
    await site.send("/api/optin-settings", { method: "PUT", token, json: { slowDown: 2 } });
    const person = { amount: "100", currency: "EUR", email: "twice@example.com" };
    expect((await site.submit(form, person)).status).toBe(201);
    const again = [person, person, { ...person, amount: "200" }, { ...person, amount: "300" }];
    for (const sent of again) expect([201, 409]).toContain((await site.submit(form, sent)).status);
    const { json } = await site.submit(form, { amount: "100", currency: "EUR" });
    expect((await site.read(token, json.submissionId)).json.cameInRush).toBe(false);
  });
});
