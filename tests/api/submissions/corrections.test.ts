import { beforeEach, describe, expect, test } from "vitest";
import { Commission, Delivery } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { connectPlatform, createForm, type Form, signInAs, submitForm } from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { readFlash } from "../../support/flash.ts";
import { readText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

let form: Form;
let token: string;
let cookie: string;
beforeEach(async () => {
  form = await createForm();
  await connectPlatform(form.owner, "meta");
  ({ token, cookie } = await signInAs(form.owner));
});

async function sentClaim(): Promise<string> {
  const { id } = await submitForm(form, { amount: "250", currency: "EUR" });
  await site.decide(token, id, { status: "handled" });
  return id;
}

const toPagePath = (id: string) => `/dashboard/submissions/${id}/correction`;
const post = (id: string, fields: Record<string, string>) =>
  site.send(toPagePath(id), { cookie, form: fields, headers: { "sec-fetch-site": "same-origin" } });

describe("correction", () => {
  test.each([
    [{ timeZone: "Europe/Madrid" }, 303, "1250.00"],
    [{ timeZone: "Europe/Madrid", region: "US" }, 400, undefined],
    [{ timeZone: "Europe/Paris" }, 400, undefined],
  ])("an owner in %j who types 1.250 gets %i and %s", async (where, status, amount) => {
    const id = await sentClaim();
    await form.owner.workspace.update(where);
    const typed = { amount: "1.250", currency: "EUR", correctionReason: "The broker shows 1.250" };
    expect((await post(id, { intent: "correct", ...typed })).status).toBe(status);
    expect((await site.read(token, id)).json.correction?.amount).toBe(amount);
    const program = await site.decide(token, id, { status: "handled", ...typed });
    expect(program.json.errors?.[0]?.message).toBe(messages.fields.amountDigits);
  });

  test("a decimal comma of dinars is a fraction, and what a form shows at first comes back as it was", async () => {
    await form.owner.workspace.update({ timeZone: "Europe/Madrid" });
    const { json } = await site.submit(form, { amount: "12.505", currency: "KWD" });
    const list = `/dashboard/submissions?status=all&open=${json.submissionId}`;
    const shown = (page: string) => /name="amount"[^>]* value="([^"]*)"/.exec(page)?.[1] ?? "nothing";
    const sheet = shown((await site.send(list, { cookie })).text);
    const decide = { intent: "decide", submissionId: json.submissionId, status: "handled", currency: "KWD" };
    const headers = { "sec-fetch-site": "same-origin" };
    await site.send(list, { cookie, headers, form: { ...decide, amount: sheet } });
    const verified = (await site.read(token, json.submissionId)).json;
    expect([sheet, verified.status, verified.formData.amount]).toEqual(["12,505", "handled", "12.505"]);

    const shownAgain = shown((await site.send(toPagePath(json.submissionId), { cookie })).text);
    expect(shownAgain).toBe(sheet);
    const typed = { intent: "correct", currency: "TND", correctionReason: "The broker shows 12,500" };
    expect((await post(json.submissionId, { ...typed, amount: "12,500" })).status).toBe(303);
    const { correction } = (await site.read(token, json.submissionId)).json;
    expect(correction).toMatchObject({ amount: "12.500", currency: "TND" });
    const doubtful = await post(json.submissionId, { ...typed, amount: "1.250" });
    expect(doubtful.status).toBe(400);
    expect(doubtful.text).toContain("1.250 may be 1250 or 1,25 TND");
  });

  test("an open claim in a currency that few use keeps it, and the list shows what replaced an amount", async () => {
    const { json } = await site.submit(form, { amount: "5000", currency: "CNY" });
    const { text } = await site.send(`/dashboard/submissions?status=all&open=${json.submissionId}`, {
      cookie,
    });
    expect(text).toMatch(/<option selected=""[^>]*>CNY<\/option>/);
    const id = await sentClaim();
    const list = async () => {
      const { text: page } = await site.send("/dashboard/submissions?status=handled", { cookie });
      return readText(page, "tbody");
    };
    await site.decide(token, id, { status: "handled", amount: "240.11", currency: "EUR" });
    expect(await list()).toMatch(/240\.11\s*corrected/);
    await site.decide(token, id, { status: "handled", chargedBack: true });
    expect(await list()).toContain("charged back");
  });

  test("a correction is entered on its page, shown, and named with the steps at the platform", async () => {
    const id = await sentClaim();
    const { text } = await site.send(toPagePath(id), { cookie });
    const { eventId } = await Delivery.findOne({ where: { submissionId: id }, rejectOnEmpty: true });
    for (const shown of ["€250.00", "Meta documents no way to change an event", eventId])
      expect(text).toContain(shown);
    const correctionReason = "The broker shows 200";
    const saved = await post(id, { intent: "correct", amount: "200", currency: "EUR", correctionReason });
    expect([saved.status, readFlash(saved)]).toEqual([303, messages.submissions.corrected]);
    expect((await site.read(token, id)).json.correction).toMatchObject({ amount: "200.00", currency: "EUR" });
    expect((await site.read(token, id)).json.corrections).toMatchObject([
      {
        from: { amount: "250.00", currency: "EUR" },
        to: { amount: "200.00", currency: "EUR" },
        reason: correctionReason,
        by: { name: form.owner.name },
        isChargeback: false,
      },
    ]);
    for (const page of [toPagePath(id), `/dashboard/submissions?open=${id}`])
      expect((await site.send(page, { cookie })).text).toContain(correctionReason);
    const refused = await post(id, { intent: "correct", amount: "a lot", currency: "EUR", correctionReason });
    expect(refused.status).toBe(400);
    const silent = await post(id, { intent: "correct", amount: "150", currency: "EUR" });
    expect([silent.status, silent.text]).toEqual([
      400,
      expect.stringContaining(messages.submissions.correctionReason),
    ]);
    expect(site.sandbox.acceptedIds()).toHaveLength(1);
    await expectTotalsToBeTrue();
  });

  test("a correction can be a chargeback: nothing is left and nothing earned, and no event is sent", async () => {
    const id = await sentClaim();
    expect((await post(id, { intent: "charge-back" })).status).toBe(400);
    const correctionReason = "Reversed by the bank";
    expect((await post(id, { intent: "charge-back", correctionReason })).status).toBe(303);
    expect((await site.read(token, id)).json).toMatchObject({
      correction: { amount: "0.00", currency: "EUR" },
      commission: null,
    });
    expect(await Commission.count({ where: { submissionId: id } })).toBe(0);
    expect((await site.send(`/dashboard/submissions?open=${id}`, { cookie })).text).toContain("Charged back");
    expect((await site.send(toPagePath(id), { cookie })).text).not.toContain("Mark as charged back");
    expect(site.sandbox.acceptedIds()).toHaveLength(1);
    await expectTotalsToBeTrue();
  });

  test("a correction needs a verified claim", async () => {
    const { id } = await submitForm(form);
    const { status, json } = await site.decide(token, id, { status: "handled", chargedBack: true });
    expect([status, json.code, json.error]).toEqual([409, "not_verified", messages.submissions.notVerified]);
    expect((await site.send(toPagePath(id), { cookie })).text).toContain(messages.submissions.notVerified);
    expect((await post(id, { intent: "charge-back", correctionReason: "None" })).status).toBe(409);
  });
});
