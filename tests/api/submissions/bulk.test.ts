import { describe, expect, test } from "vitest";
import { BulkJob, Delivery, Submission } from "#app/models/index.server.ts";
import {
  connectMeta,
  createForm,
  createOwner,
  type Form,
  signInAs,
  submitForm,
} from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { eventually } from "../../support/eventually.ts";
import { markWithdrawn } from "../../support/mark-withdrawn.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const DAY = 24 * 60 * 60_000;
const path = "/api/optin/dashboard/submissions";

async function connectedForm() {
  const form = await createForm();
  await connectMeta(form.owner);
  const { token } = await signInAs(form.owner);
  const bulk = (json: object) => site.send(`${path}/bulk`, { method: "POST", token, json });
  return { form, token, bulk };
}

const submitSome = (count: number, form: Form) =>
  Promise.all(Array.from({ length: count }, () => submitForm(form, { amount: "100", currency: "EUR" })));

describe("bulk decision", () => {
  test("a bulk decision says why it left out what a filter selects", async () => {
    const { form, token, bulk } = await connectedForm();
    const [verified] = await submitSome(2, form);
    await site.decide(token, verified?.id ?? "", { status: "handled" });
    const { json } = await bulk({ filter: {}, status: "rejected" });
    expect(json).toMatchObject({
      updated: 1,
      errors: [{ id: verified?.id, error: "Already verified. Open it to change the decision." }],
    });
  });

  test("a bulk decision says before what it would do, changes nothing, then does just that", async () => {
    const { form, bulk } = await connectedForm();
    const [open] = await submitSome(2, form);
    await submitForm(form, { now: new Date(Date.now() - 8 * DAY), amount: "50", currency: "USD" });
    const withdrawn = await submitForm(form);
    await markWithdrawn(withdrawn);
    await site.decide((await signInAs(form.owner)).token, open?.id ?? "", { status: "handled" });
    const plan = await bulk({ filter: {}, status: "handled", dryRun: true });
    expect(plan.json).toEqual({
      total: 4,
      wouldChange: 2,
      wouldSend: 1,
      expired: 1,
      adPlatforms: [{ id: "meta", name: "Meta", wouldSend: 1, expired: 1, notCovered: 0, skipped: 0 }],
      alreadySent: 1,
      alreadyDecided: 0,
      refused: 1,
      unknown: 0,
      sum: expect.arrayContaining([
        { amount: "100.00", currency: "EUR" },
        { amount: "50.00", currency: "USD" },
      ]),
      unlikely: 0,
    });
    expect(await Submission.count({ where: { status: "handled" } })).toBe(1);

    const done = await bulk({ filter: {}, status: "handled" });

    expect(done.status).toBe(200);
    expect(done.json).toMatchObject({ updated: 2, sent: 1, queued: 0, failed: 0, expired: 1 });
    expect(done.json.errors).toEqual([{ id: withdrawn.id, error: expect.stringContaining("withdrew") }]);
    expect(site.sandbox.events()).toHaveLength(2);
    await expectTotalsToBeTrue();
  });

  test("a bulk decision that is only planned counts every chosen claim once", async () => {
    const { form, token, bulk } = await connectedForm();
    const [open, verified, rejected, withdrawn] = await submitSome(4, form);
    await site.decide(token, verified?.id ?? "", { status: "handled" });
    await site.decide(token, rejected?.id ?? "", { status: "rejected" });
    await markWithdrawn(withdrawn as Submission);
    const foreign = await submitForm(await createForm());
    const chosen = [open, verified, rejected, withdrawn, foreign].map((claim) => claim?.id);

    const plan = async (status: string) =>
      (await bulk({ ids: [...chosen, "nothing", open?.id], status, dryRun: true })).json;

    const counts = { total: 6, wouldChange: 1, alreadySent: 1, alreadyDecided: 1, refused: 1, unknown: 2 };
    for (const status of ["handled", "rejected", "pending"]) expect(await plan(status)).toMatchObject(counts);
  });

  test("a bulk decision rejects with one reason, and leaves what was decided before and what is another owner's", async () => {
    const { form, bulk } = await connectedForm();
    const [first, verified] = await submitSome(2, form);
    const foreign = await submitForm(await createForm());
    await site.decide((await signInAs(form.owner)).token, verified?.id ?? "", { status: "handled" });

    const ids = [first?.id, verified?.id, foreign.id];
    const { json } = await bulk({ ids, status: "rejected", reason: "duplicate", note: "Seen twice" });

    expect(json.updated).toBe(1);
    expect(json.errors).toEqual([
      { id: verified?.id, error: "Already verified. Open it to change the decision." },
      { id: foreign.id, error: "Submission not found." },
    ]);
    expect(await first?.reload()).toMatchObject({ decisionReason: "duplicate", decisionNote: "Seen twice" });
    expect((await foreign.reload()).status).toBe("pending");
    expect((await bulk({ status: "rejected" })).status).toBe(400);
    // A mistyped filter would match everything.
    expect((await bulk({ status: "rejected", filter: { stauts: "pending" } })).status).toBe(400);
  });

  test("a bulk decision of all matches leaves out what came after the plan", async () => {
    const { form } = await connectedForm();
    const { cookie } = await signInAs(form.owner);
    const [planned] = await submitSome(1, form);
    const post = (fields: Record<string, string>) =>
      site.send("/dashboard/submissions?status=pending", {
        cookie,
        form: { allMatching: "on", status: "rejected", ...fields },
        headers: { "sec-fetch-site": "same-origin" },
      });
    const { text } = await post({ intent: "bulk-plan" });
    // A version that ignores the list's filters reads `all`, and would decide other claims.
    expect(text).not.toContain('name="all"');
    const until = /name="until" value="([^"]+)"/.exec(text)?.[1] ?? "";
    const refused = await post({ intent: "bulk", until, reason: "other" });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining("what the other reason is"),
    ]);
    const later = await submitForm(form, { now: new Date(Date.now() + 1_000) });
    expect((await post({ intent: "bulk", until })).status).toBe(303);
    expect((await planned?.reload())?.status).toBe("rejected");
    expect((await later.reload()).status).toBe("pending");
  });

  test("a bulk decision of over a hundred goes on in the background, and reports each failure", async () => {
    const { form, token, bulk } = await connectedForm();
    const claims = await submitSome(105, form);
    await markWithdrawn(claims[0] as Submission);

    const { status, json } = await bulk({ filter: { status: "pending" }, status: "handled" });

    expect([status, json.job.total]).toEqual([202, 105]);
    const read = () => site.send(`${path}/jobs/${json.job.id}`, { token });
    await eventually(async () => expect((await read()).json.state).toBe("done"));
    expect((await read()).json).toMatchObject({ total: 105, changed: 104, unchanged: 0, failed: 1 });
    expect((await read()).json.errors).toMatchObject([{ id: claims[0]?.id, email: claims[0]?.email }]);
    const { token: other } = await signInAs(await createOwner());
    expect((await site.send(`${path}/jobs/${json.job.id}`, { token: other })).status).toBe(404);
    await eventually(async () => expect(await Delivery.count({ where: { state: "sent" } })).toBe(104));
    await expectTotalsToBeTrue();
  });

  test("a bulk decision in the background says how many events were sent and how many were too late", async () => {
    const { form, token, bulk } = await connectedForm();
    const { cookie } = await signInAs(form.owner);
    await submitSome(3, form);
    const now = new Date(Date.now() - 8 * DAY);
    await Promise.all(Array.from({ length: 101 }, () => submitForm(form, { now })));

    const { json } = await bulk({ filter: { status: "pending" }, status: "handled" });

    const read = () => site.send(`${path}/jobs/${json.job.id}`, { token });
    await eventually(async () =>
      expect((await read()).json.events).toEqual({ sent: 3, queued: 0, failed: 0, expired: 101 }),
    );
    await eventually(async () => expect((await read()).json.state).toBe("done"));
    const { text } = await site.send("/dashboard/submissions?result=shown", { cookie });
    expect(text).toMatch(/\b3 (?:<!-- -->)?<a [^>]*href="[^"]*event=sent"[^>]*>sent<\/a>/);
    expect(text).toMatch(/\b101 (?:<!-- -->)?<a [^>]*href="[^"]*event=expired"[^>]*>too late<\/a>/);
  });

  test("a bulk decision is undone where no attempt has begun, once, and not for what was decided anew", async () => {
    const { form, bulk } = await connectedForm();
    const { cookie, token } = await signInAs(form.owner);
    const [sent, anew] = await submitSome(2, form);
    const late = await submitForm(form, { now: new Date(Date.now() - 8 * DAY) });
    const post = (fields: Record<string, string>, session = cookie) =>
      site.send("/dashboard/submissions?status=all", {
        cookie: session,
        form: fields,
        headers: { "sec-fetch-site": "same-origin" },
      });
    await bulk({ ids: [late.id, sent?.id], status: "handled" });
    const verified = await BulkJob.findOne({ where: { kind: "decide" }, rejectOnEmpty: true });
    const page = await site.send("/dashboard/submissions?status=all&result=shown", { cookie });
    expect(page.text).toContain("Undo what is not sent yet");
    const stranger = await signInAs(await createOwner());
    await post({ intent: "undo-bulk", jobId: verified.id }, stranger.cookie);
    expect((await late.reload()).status).toBe("handled");

    await post({ intent: "undo-bulk", jobId: verified.id });

    expect((await late.reload()).status).toBe("pending");
    expect((await sent?.reload())?.status).toBe("handled");
    await site.decide(token, late.id, { status: "handled" });
    await post({ intent: "undo-bulk", jobId: verified.id });
    expect((await late.reload()).status).toBe("handled");

    await bulk({ ids: [anew?.id], status: "rejected" });
    await site.decide(token, anew?.id ?? "", { status: "pending" });
    await site.decide(token, anew?.id ?? "", { status: "rejected" });
    const rejected = await BulkJob.findOne({ where: { undoneAt: null }, rejectOnEmpty: true });
    await post({ intent: "undo-bulk", jobId: rejected.id });
    expect((await anew?.reload())?.status).toBe("rejected");
    await expectTotalsToBeTrue();
  });

  test("a large bulk decision is undone in the background too, and its report can be closed", async () => {
    const { form, bulk } = await connectedForm();
    const { cookie, token } = await signInAs(form.owner);
    await submitSome(105, form);
    const { json } = await bulk({ filter: {}, status: "rejected" });
    const read = () => site.send(`${path}/jobs/${json.job.id}`, { token });
    await eventually(async () => expect((await read()).json).toMatchObject({ state: "done", canUndo: true }));
    const post = (intent: string, jobId: string) =>
      site.send("/dashboard/submissions", {
        cookie,
        form: { intent, jobId },
        headers: { "sec-fetch-site": "same-origin" },
      });

    await post("undo-bulk", json.job.id);

    await eventually(async () =>
      expect(await Submission.count({ where: { formId: form.id, status: "pending" } })).toBe(105),
    );
    expect((await read()).json.canUndo).toBe(false);
    const undo = await BulkJob.findOne({ where: { kind: "undo" }, rejectOnEmpty: true });
    await eventually(async () => expect((await undo.reload()).state).toBe("done"));
    const text = async () => (await site.send("/dashboard/submissions?result=shown", { cookie })).text;
    expect(await text()).toContain("105 of 105 claims set back");
    await post("dismiss-job", undo.id);
    expect(await text()).not.toContain("claims set back");
    await expectTotalsToBeTrue();
  });
});
