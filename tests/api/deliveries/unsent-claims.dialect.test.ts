import { beforeEach, expect, test } from "vitest";
import { DAY } from "#app/lib/dates.ts";
import { Delivery, Replay } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { withdrawSubmission } from "#app/services/submissions/private-links.server.ts";
import {
  connectMeta,
  connectPlatform,
  createForm,
  createMember,
  type Form,
  signInAs,
  submitForm,
} from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { eventually } from "../../support/eventually.ts";
import { readFlash } from "../../support/flash.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

let form: Form;
let token: string;
let cookie: string;
beforeEach(async () => {
  form = await createForm();
  ({ token, cookie } = await signInAs(form.owner));
});

async function verified(options: Parameters<typeof submitForm>[1] = {}) {
  const claim = await submitForm(form, options);
  await site.decide(token, claim.id, { status: "handled" });
  return claim;
}

const change = (json: Record<string, unknown>) =>
  site.send("/api/optin-settings", { method: "PUT", token, json });
const replay = async (json: Record<string, unknown>) =>
  (await site.send("/api/deliveries/replay", { token, json: { dryRun: true, ...json } })).json;
const page = async (path: string, who = cookie) => (await site.send(path, { cookie: who })).text;
const ended = () =>
  eventually(async () => {
    const [latest] = await Replay.findAll({ order: [["createdAt", "DESC"]], limit: 1 });
    const { json } = await site.send(`/api/replays/${latest?.id}`, { token });
    expect(json.replay).toMatchObject({ state: "done", waiting: 0 });
    return json.replay;
  });

test("claims that were verified before an ad platform was connected are offered there, and sent once each", async () => {
  const claims = [await verified(), await verified(), await verified()];
  await site.decide(token, claims[0]?.id ?? "", { status: "handled", amount: "200", currency: "EUR" });
  await verified({ now: new Date(Date.now() - 8 * DAY) });
  const { id: submissionId, workspaceId } = await verified();
  await withdrawSubmission({ workspaceId, submissionId });
  const { id: chargedBack } = await verified();
  await site.decide(token, chargedBack, { status: "handled", chargedBack: true });
  expect(await Delivery.count()).toBe(0);
  await connectMeta(form.owner);

  const offer = "3 verified claims of the last 7 days were never sent here.";
  const here = "/dashboard/integrations/meta";
  expect(await page(here)).toContain(offer);
  const { cookie: viewer } = await signInAs(await createMember(form.owner, "viewer"));
  expect(await page(here, viewer)).not.toContain(offer);
  const { preview } = await replay({ platform: "meta" });
  expect(preview).toMatchObject({ wouldSend: 3, neverSent: 3, skipped: 0 });
  expect((await replay({ only: "failed" })).preview).toMatchObject({ wouldSend: 0, neverSent: 0 });
  const planned = "/dashboard/deliveries/replay?platform=meta&of=neverSent";
  expect(await page(planned)).toContain("Send 3 events");
  expect(await Delivery.count()).toBe(0);

  const started = await site.send("/dashboard/deliveries/replay", {
    cookie,
    form: { intent: "start", platform: "meta", of: "neverSent" },
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect([started.status, readFlash(started)]).toEqual([303, messages.deliveries.unsentStarted]);
  expect(await ended()).toMatchObject({ total: 3, sent: 3, failed: 0 });
  const deliveries = await Delivery.findAll();
  expect(deliveries.map((one) => one.submissionId).sort()).toEqual(claims.map(({ id }) => id).sort());
  expect(site.sandbox.acceptedIds().sort()).toEqual(deliveries.map(({ eventId }) => eventId).sort());
  const values = site.sandbox
    .events()
    .map(({ body }) => (body as { custom_data: { value: number } }).custom_data.value);
  expect(values.sort()).toEqual([200, 250, 250]);
  expect(await page(here)).not.toContain("never sent here");
  expect(await replay({ dryRun: false })).toMatchObject({
    code: "nothing_to_replay",
    error: messages.deliveries.nothingToReplay,
  });
  await expectTotalsToBeTrue();
});

test("an ad platform that is switched on for the form later gets what was kept back, under its event id", async () => {
  await connectMeta(form.owner);
  await connectPlatform(form.owner, "tiktok");
  await change({ sendTo: ["meta"] });
  const { id: submissionId } = await verified();
  const kept = await Delivery.findOne({ where: { submissionId, adPlatform: "tiktok" }, rejectOnEmpty: true });
  expect(kept).toMatchObject({ state: "skipped", skipReason: "switched_off" });
  const { preview } = await replay({ platform: "tiktok" });
  expect(preview).toMatchObject({ wouldSend: 0, neverSent: 0, skipped: 1 });

  await change({ sendTo: null });
  const offer = "1 verified claim of the last 7 days was never sent to TikTok.";
  expect(await page("/dashboard/optin-settings")).toContain(offer);
  await change({ consentCovers: ["meta"] });
  expect(await page("/dashboard/optin-settings")).not.toContain(offer);
  expect((await replay({ only: "neverSent" })).preview).toMatchObject({ wouldSend: 0, skipped: 1 });
  await change({ consentCovers: "all" });
  expect((await replay({ only: "neverSent" })).preview).toMatchObject({ wouldSend: 1, skipped: 0 });
  expect((await replay({})).preview).toMatchObject({
    wouldSend: 1,
    neverSent: 1,
    alreadySent: 1,
    skipped: 0,
  });

  await replay({ dryRun: false, only: "neverSent" });
  expect(await ended()).toMatchObject({ total: 1, sent: 1 });
  expect(await kept.reload()).toMatchObject({ state: "sent", skipReason: null });
  expect(site.sandbox.acceptedIds()).toContain(kept.eventId);
  await expectTotalsToBeTrue();
});
