import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { Delivery, Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createPrivateToken } from "#app/services/submissions/private-links.server.ts";
import { connectMeta, createForm, signInAs, submitForm } from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

const DAY = 24 * 60 * 60_000;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** An owner with a form, and a connection unless told otherwise. */
async function signedInOwner({ accessToken = "sandbox-token" as string | null } = {}) {
  const form = await createForm();
  if (accessToken) await connectMeta(form.owner, { accessToken });
  const { token, cookie } = await signInAs(form.owner);
  return {
    form,
    token,
    cookie,
    decide: (id: string, json: Record<string, unknown>) => site.decide(token, id, json),
  };
}

describe("event that was refused", () => {
  test("an event that was refused is sent again with another amount and currency, which it then has verified", async () => {
    const form = await createForm();
    const { owner } = form;
    await connectMeta(owner, { accessToken: "sandbox-bad-event" });
    const { token, cookie } = await signInAs(owner);
    const { id } = await submitForm(form, { amount: "250", currency: "EUR" });
    const { json } = await site.decide(token, id, { status: "handled" });
    await connectMeta(owner, { accessToken: "sandbox-mended" });
    const [{ id: deliveryId }] = json.submission.deliveries;

    await site.send("/dashboard/submissions", {
      cookie,
      headers: { "sec-fetch-site": "same-origin" },
      form: { intent: "resend", deliveryId, submissionId: id, amount: "300", currency: "USD" },
    });

    const row = await Submission.findByPk(id, { rejectOnEmpty: true });
    expect(row).toMatchObject({ eventStatus: "sent", verifiedCurrency: "USD", correctedAmount: null });
    expect(site.sandbox.events()[0]).toMatchObject({
      accepted: true,
      body: { custom_data: { value: 300, currency: "USD" } },
    });
    // Meta has it now: another amount is a correction.
    await site.decide(token, id, { status: "handled", amount: "310" });
    expect(Number((await row.reload()).verifiedAmount)).toBe(300);
    expect(Number(row.correctedAmount)).toBe(310);
    await expectTotalsToBeTrue();
  });
});

describe("rejection", () => {
  test("a rejection keeps its reason, its note and who made it, and clears them when it is taken back", async () => {
    const { form, token, decide } = await signedInOwner();
    const { id } = await submitForm(form);
    const reason = { reason: "other", reasonText: "Another person's account", note: "Asked by email" };
    const rejected = await decide(id, { status: "rejected", ...reason, showReason: true });
    expect(rejected.json.submission).toMatchObject({
      ...reason,
      showReason: true,
      decidedBy: { id: form.owner.id, name: form.owner.name },
    });
    const list = await site.send("/api/optin/dashboard/submissions", { token });
    expect(list.json.submissions).toMatchObject([
      { ...reason, decidedBy: { id: form.owner.id, name: form.owner.name } },
    ]);
    const page = `/optin/${form.slug}/mine/${createPrivateToken(id)}`;
    expect((await site.send(page)).text).toContain("Another person&#x27;s account");
    await decide(id, { status: "rejected", ...reason, showReason: false });
    expect((await site.send(page)).text).not.toContain("Another person");
    const { json } = await decide(id, { status: "pending" });
    expect(json.submission).toMatchObject({ reason: null, reasonText: null, decidedBy: null });
    expect((await site.send(`/api/optin/dashboard/submissions/${id}`, { token })).json.note).toBe(
      "Asked by email",
    );
    expect((await decide(id, { status: "rejected", reason: "bored" })).status).toBe(400);
  });

  test("a rejection for another reason needs its text, for one claim and for many", async () => {
    const { form, token, decide } = await signedInOwner();
    const { id } = await submitForm(form);
    const other = { status: "rejected", reason: "other", reasonText: " " };
    const many = { method: "POST", token, json: { ids: [id], ...other } };
    const refused = [await decide(id, other), await site.send("/api/optin/dashboard/submissions/bulk", many)];
    for (const { status, json } of refused) {
      expect(status).toBe(400);
      expect(json.errors).toEqual([{ field: "reasonText", message: "Please say what the other reason is" }]);
    }
  });
});

describe("marking a submission handled", () => {
  test("marking a submission handled sends one event, true to what was confirmed and verified, under an id that stays", async () => {
    const { form, token, decide } = await signedInOwner();
    const submission = await submitForm(form, {
      email: "Visitor@Example.com",
      amount: "250",
      currency: "EUR",
      pageUrl: "https://forms.example.com/optin/x?fbclid=IwAR2&utm_source=ig&email=a@example.com",
      now: new Date(Date.now() - 2 * DAY),
    });
    const { status, json } = await decide(submission.id, { status: "handled" });
    expect(status).toBe(200);
    expect(json.eventStatus).toBe("sent");
    expect(json.submission).toMatchObject({
      status: "handled",
      eventStatus: "sent",
      handledAt: expect.any(String),
    });
    const [delivery] = json.submission.deliveries;
    expect(delivery).toMatchObject({
      platform: "meta",
      platformName: "Meta",
      state: "sent",
      nextAttemptAt: null,
    });

    const events = site.sandbox.events();
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ accepted: true, eventId: delivery.eventId });
    expect(events[0]?.body).toMatchObject({
      event_name: "Purchase",
      event_id: delivery.eventId,
      event_time: Math.floor(submission.createdAt.getTime() / 1000),
      action_source: "website",
      event_source_url: "https://forms.example.com/optin/x?utm_source=ig",
      user_data: {
        em: [sha256("visitor@example.com")],
        ph: [sha256("34600555123")],
        client_ip_address: "81.2.69.142",
        client_user_agent: "Mozilla/5.0 (iPhone)",
        fbc: expect.stringMatching(/^fb\.1\.\d{13}\.IwAR2$/),
      },
      custom_data: { value: 250, currency: "EUR" },
    });
    expect(JSON.stringify(events[0]?.body)).not.toMatch(/visitor@example|600555123|a@example/i);
    const { text } = await site.read(token, submission.id);
    expect(JSON.stringify(JSON.parse(text).deliveries)).not.toMatch(/visitor@example|600555123/i);
    await expectTotalsToBeTrue();
  });

  test("marking a submission handled a second time sends nothing", async () => {
    const { form, decide } = await signedInOwner();
    const { id } = await submitForm(form);
    const first = await decide(id, { status: "handled" });
    const again = await decide(id, { status: "handled" });
    expect([again.status, again.json.eventStatus]).toEqual([200, "sent"]);
    expect(again.json.submission).toEqual(first.json.submission);
    expect(site.sandbox.acceptedIds()).toEqual([first.json.submission.deliveries[0].eventId]);
  });

  test("marking a submission handled without a connection sends nothing and has no event status", async () => {
    const { form, decide } = await signedInOwner({ accessToken: null });
    const { id } = await submitForm(form);
    const { json } = await decide(id, { status: "handled" });
    expect(json.eventStatus).toBeNull();
    expect(json.submission).toMatchObject({ status: "handled", eventStatus: null, deliveries: [] });
    expect(site.sandbox.events()).toEqual([]);
    await expectTotalsToBeTrue();
  });

  test("marking a submission handled past the ad platform's window succeeds, sends nothing and says so", async () => {
    const { form, decide, cookie } = await signedInOwner();
    const { id } = await submitForm(form, { now: new Date(Date.now() - 7 * DAY + DAY / 24) });
    const { status, json } = await decide(id, { status: "handled" });
    expect([status, json.eventStatus]).toEqual([200, "failed"]);
    expect(json.submission.deliveries).toEqual([
      expect.objectContaining({
        state: "expired",
        reason: "The claim was verified after Meta's time limit.",
        attempts: [],
        nextAttemptAt: null,
      }),
    ]);
    const page = await site.send(paths.submission({ submissionId: id }), { cookie });
    expect(page.text).toContain("Not sent. You can undo this and check it again.");
    expect(site.sandbox.events()).toEqual([]);
    await expectTotalsToBeTrue();
  });

  test("an hour within the window still sends", async () => {
    const { form, decide } = await signedInOwner();
    const { id } = await submitForm(form, { now: new Date(Date.now() - 7 * DAY + DAY / 24 + 60_000) });
    expect((await decide(id, { status: "handled" })).json.eventStatus).toBe("sent");
  });

  test("marking a submission handled with the amount that the owner found sends that amount", async () => {
    const { form, decide } = await signedInOwner();
    const { id } = await submitForm(form, { amount: "250", currency: "EUR" });
    const { json } = await decide(id, { status: "handled", amount: "240,50", currency: "usd" });
    expect(json.submission.formData).toMatchObject({ amount: "240.50", currency: "USD" });
    expect(json.submission.correction).toBeNull();
    expect(site.sandbox.events()[0]?.body).toMatchObject({ custom_data: { value: 240.5, currency: "USD" } });
  });

  test("marking a submission handled takes the visitor's currency where none is given, and asks for one where there is none", async () => {
    const { form, decide } = await signedInOwner();
    const withCurrency = await submitForm(form, { amount: "250", currency: "CHF" });
    expect(
      (await decide(withCurrency.id, { status: "handled", amount: 7 })).json.submission.formData,
    ).toMatchObject({ amount: "7.00", currency: "CHF" });
    const without = await submitForm(form, { amount: undefined });
    await Submission.update({ currency: null }, { where: { id: without.id } });
    const { status, json } = await decide(without.id, { status: "handled", amount: "7" });
    expect([status, json.errors]).toEqual([
      400,
      [{ field: "currency", message: messages.fields.currencyRequired }],
    ]);
    expect(await Submission.findByPk(without.id)).toMatchObject({ status: "pending" });
  });

  test("marking a submission handled with another amount afterwards keeps it as a correction and sends nothing", async () => {
    const { form, decide } = await signedInOwner();
    const { id } = await submitForm(form, { amount: "250", currency: "EUR" });
    await decide(id, { status: "handled" });
    expect((await decide(id, { status: "handled", amount: "250.00" })).json.submission.correction).toBeNull();
    const { json } = await decide(id, { status: "handled", amount: "200", currency: "EUR" });
    expect(json.submission.correction).toEqual({ amount: "200.00", currency: "EUR", at: expect.any(String) });
    expect(json.submission.formData.amount).toBe("250.00");
    expect(site.sandbox.events()).toHaveLength(1);
  });
});

describe("rejecting a submission", () => {
  test("rejecting a submission sends nothing, and can be taken back", async () => {
    const { form, decide } = await signedInOwner();
    const { id } = await submitForm(form);
    expect((await decide(id, { status: "rejected" })).json).toMatchObject({
      eventStatus: null,
      submission: { status: "rejected", handledAt: expect.any(String) },
    });
    expect((await decide(id, { status: "pending" })).json.submission).toMatchObject({
      status: "pending",
      handledAt: null,
    });
    expect(site.sandbox.events()).toEqual([]);
    expect((await decide(id, { status: "handled" })).json.eventStatus).toBe("sent");
    await expectTotalsToBeTrue();
  });

  test.each(["pending", "rejected"])(
    "taking back to %s is refused once an attempt has begun",
    async (status) => {
      const { form, decide } = await signedInOwner();
      const { id } = await submitForm(form);
      await decide(id, { status: "handled" });
      const response = await decide(id, { status });
      expect([response.status, response.json.code]).toEqual([409, "already_sent"]);
      expect(await Submission.findByPk(id)).toMatchObject({ status: "handled", eventStatus: "sent" });
    },
  );

  test("rejecting a submission is refused after a failed attempt too: the platform may have seen it", async () => {
    const { form, decide } = await signedInOwner({ accessToken: "sandbox-bad-event" });
    const { id } = await submitForm(form);
    await decide(id, { status: "handled" });
    expect((await decide(id, { status: "rejected" })).status).toBe(409);
  });

  test("rejecting before any attempt cancels the event; handled again it keeps its id", async () => {
    const { form, token, decide } = await signedInOwner({ accessToken: "sandbox-token-expired" });
    const [first, second] = [await submitForm(form), await submitForm(form)];
    // The first finds out that the credential is refused; the second is parked without an attempt.
    await decide(first.id, { status: "handled" });
    const { json } = await decide(second.id, { status: "handled" });
    const [parked] = json.submission.deliveries;
    expect(parked).toMatchObject({ state: "parked", attempts: [] });
    const back = await decide(second.id, { status: "pending" });
    expect([back.status, back.json.submission.eventStatus]).toEqual([200, null]);
    expect((await site.read(token, second.id)).json.deliveries).toEqual([
      expect.objectContaining({ state: "skipped" }),
    ]);
    await connectMeta(form.owner);
    await decide(second.id, { status: "handled" });
    await eventually(async () => expect((await site.read(token, second.id)).json.eventStatus).toBe("sent"));
    expect(site.sandbox.acceptedIds()).toContain(parked.eventId);
    expect(await Delivery.count({ where: { submissionId: second.id } })).toBe(1);
    await expectTotalsToBeTrue();
  });

  test("a verified submission without a connection can be taken back", async () => {
    const { form, decide } = await signedInOwner({ accessToken: null });
    const { id } = await submitForm(form);
    await decide(id, { status: "handled" });
    expect((await decide(id, { status: "pending" })).json.submission.status).toBe("pending");
    await expectTotalsToBeTrue();
  });
});

describe("PUT /api/optin/dashboard/submissions/{id}", () => {
  test.each<[body: Record<string, unknown>, field: string]>([
    [{}, "status"],
    [{ status: "done" }, "status"],
    [{ status: ["handled"] }, "status"],
    [{ status: "handled", amount: "-1" }, "amount"],
    [{ status: "handled", amount: "1", currency: "EURO" }, "currency"],
    [{ status: "handled", amount: "5.55", currency: "JPY" }, "amount"],
  ])("PUT /api/optin/dashboard/submissions/{id} refuses %j", async (body, field) => {
    const { form, decide } = await signedInOwner();
    const { id } = await submitForm(form);
    const { status, json } = await decide(id, body);
    expect([status, json.errors[0].field]).toEqual([400, field]);
    expect(await Submission.findByPk(id)).toMatchObject({ status: "pending", version: 1 });
  });

  test("PUT /api/optin/dashboard/submissions/{id} cannot set a column by its name", async () => {
    const { form, decide } = await signedInOwner({ accessToken: null });
    const before = await submitForm(form);
    const columns = Object.keys(Submission.getAttributes()).filter(
      (name) => !["status", "amount", "currency"].includes(name),
    );
    await decide(before.id, {
      status: "rejected",
      ...Object.fromEntries(columns.map((name) => [name, "forged"])),
    });
    const after = await Submission.findByPk(before.id, { raw: true });
    const untouched = { ...(await Submission.build(before.get({ plain: true })).get({ plain: true })) };
    for (const name of columns.filter((column) => !["handledAt", "version"].includes(column)))
      expect(String(after?.[name as keyof typeof after])).not.toBe("forged");
    expect(after).toMatchObject({
      id: untouched.id,
      workspaceId: untouched.workspaceId,
      email: untouched.email,
      eventStatus: null,
      withdrawnAt: null,
    });
  });
});

describe("page's own form for a decision", () => {
  const post = async (cookie: string, form: Record<string, string>, query = "") =>
    site.send(`/dashboard/submissions${query}`, {
      form,
      cookie,
      headers: { "sec-fetch-site": "same-origin" },
    });
  const readFlash = async (cookie: string, response: Awaited<ReturnType<typeof post>>) => {
    expect(response.status).toBe(303);
    const flash = response.headers
      .getSetCookie()
      .find((line) => line.startsWith("attesto_flash="))
      ?.split(";")[0];
    return (await site.send(response.headers.get("location") ?? "", { cookie: `${cookie}; ${flash}` })).text;
  };

  test.each([
    ["sandbox-token", messages.submissions.updatedAndSent],
    ["sandbox-bad-event", messages.submissions.updatedNotSent],
    [null, messages.submissions.updated],
  ])(
    "the page's own form for a decision with %s tells the owner what became of it",
    async (accessToken, message) => {
      const { form } = await signedInOwner({ accessToken });
      const { cookie } = await signInAs(form.owner);
      const { id } = await submitForm(form);
      const response = await post(
        cookie,
        { intent: "decide", submissionId: id, status: "handled" },
        `?status=pending&open=${id}`,
      );
      expect(response.headers.get("location")).toBe(`/dashboard/submissions?status=pending&open=${id}`);
      expect(await readFlash(cookie, response)).toContain(message);
    },
  );

  test("the page's own form for a decision does not overrule what somebody else decided in another window", async () => {
    const { form, decide } = await signedInOwner();
    const { cookie } = await signInAs(form.owner);
    const { id } = await submitForm(form);
    await decide(id, { status: "rejected", reason: "suspicious" });
    const response = await post(
      cookie,
      { intent: "decide", submissionId: id, status: "handled", from: "pending" },
      `?status=all&open=${id}`,
    );
    expect(await readFlash(cookie, response)).toContain(messages.submissions.changedMeanwhile);
    expect(await Submission.findByPk(id)).toMatchObject({ status: "rejected", decisionReason: "suspicious" });
    expect(site.sandbox.events()).toEqual([]);
  });

  test("the page's own form for a decision is a 404 for another owner's submission", async () => {
    const { form } = await signedInOwner();
    const other = await signedInOwner();
    const { cookie } = await signInAs(form.owner);
    const { id } = await submitForm(other.form);
    const { status } = await post(cookie, { intent: "decide", submissionId: id, status: "handled" });
    expect(status).toBe(404);
    expect(site.sandbox.events()).toEqual([]);
  });

  test("the page's own form for a decision leads to the sign-in page without a session, and is refused from a foreign site", async () => {
    const { form } = await signedInOwner();
    const { id } = await submitForm(form);
    const body = { intent: "decide", submissionId: id, status: "handled" };
    expect((await post("", body)).headers.get("location")).toBe(
      "/login?session=expired&returnTo=%2Fdashboard%2Fsubmissions",
    );
    const { cookie } = await signInAs(form.owner);
    const foreign = await site.send("/dashboard/submissions", {
      form: body,
      cookie,
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(foreign.status).toBe(403);
    expect(await Submission.findByPk(id)).toMatchObject({ status: "pending" });
  });
});

describe("claim that is verified without an amount", () => {
  async function claimWithoutAmount(options: Parameters<typeof createForm>[0]) {
    const form = await createForm(options);
    await connectMeta(form.owner);
    const { token, cookie } = await signInAs(form.owner);
    const { id } = await submitForm(form, { amount: undefined });
    const decide = (json: Record<string, unknown>) => site.decide(token, id, json);
    const sheet = async () => {
      const { text } = await site.send(`/dashboard/submissions?open=${id}`, { cookie });
      return text.replace(/<!-- -->|&#x27;/g, (part) => (part === "&#x27;" ? "'" : ""));
    };
    return { id, decide, sheet };
  }

  test("a claim that is verified without an amount is sent as a Lead, as its sheet says before", async () => {
    const { decide, sheet } = await claimWithoutAmount({});
    expect(await sheet()).toContain(
      "Marking it verified sends it to Meta right away. No amount: goes as Lead.",
    );
    expect((await decide({ status: "handled" })).json.eventStatus).toBe("sent");
    const [event] = site.sandbox.events();
    expect(event).toMatchObject({ accepted: true, eventName: "Lead" });
    expect(event?.body).not.toHaveProperty("custom_data.value");
  });

  test("a claim without an amount is not sent if the form says so, until an amount is verified", async () => {
    const { id, decide, sheet } = await claimWithoutAmount({ withoutAmount: "skip" });
    expect(await sheet()).toContain("No amount: nothing goes to Meta, as the form's settings say.");
    const { status, json } = await decide({ status: "handled" });
    expect([status, json.eventStatus, json.submission.eventStatus]).toEqual([200, null, null]);
    const [skipped] = json.submission.deliveries;
    expect(skipped).toMatchObject({ state: "skipped", attempts: [] });
    expect(await sheet()).toContain(
      "no amount was verified, and the form's settings send nothing without one",
    );
    expect(site.sandbox.events()).toEqual([]);
    await expectTotalsToBeTrue();

    await decide({ status: "pending" });
    const again = await decide({ status: "handled", amount: "250", currency: "EUR" });
    expect(again.json.eventStatus).toBe("sent");
    expect(site.sandbox.events()).toEqual([
      expect.objectContaining({ eventName: "Purchase", eventId: skipped.eventId }),
    ]);
    expect(await Delivery.count({ where: { submissionId: id } })).toBe(1);
    await expectTotalsToBeTrue();
  });

  test("a claim that is verified without an amount is sent unchanged if the event needs no amount", async () => {
    const { decide, sheet } = await claimWithoutAmount({ withoutAmount: "skip", action: "subscription" });
    expect(await sheet()).not.toContain("No amount:");
    expect((await decide({ status: "handled" })).json.eventStatus).toBe("sent");
    expect(site.sandbox.events()).toEqual([expect.objectContaining({ eventName: "Subscribe" })]);
  });
});
