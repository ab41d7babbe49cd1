import { beforeEach, describe, expect, test } from "vitest";
import { DAY } from "#app/lib/dates.ts";
import { Delivery, Replay } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { withdrawSubmission } from "#app/services/submissions/private-links.server.ts";
import { connectMeta, createForm, type Form, signInAs, submitForm } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { readFlash } from "../../support/flash.ts";
import { serveSite } from "../../support/site.ts";

const sentences = messages.deliveries;
const site = serveSite();
const path = "/api/deliveries/replay";
const page = "/dashboard/deliveries/replay";
const PIXEL = "1000000000000003";

let form: Form;
let token: string;
let cookie: string;
beforeEach(async () => {
  form = await createForm();
  await connectMeta(form.owner, { pixelId: PIXEL });
  ({ token, cookie } = await signInAs(form.owner));
});

/** A verified claim whose event the platform refused. */
async function refused(): Promise<Delivery> {
  await site.sandbox.play(PIXEL, "bad-event", 1);
  const { id: submissionId } = await submitForm(form);
  await site.decide(token, submissionId, { status: "handled" });
  const delivery = await Delivery.findOne({ where: { submissionId }, rejectOnEmpty: true });
  expect(delivery.state).toBe("failed");
  return delivery;
}

const replay = (json: Record<string, unknown> = {}) =>
  site.send(path, { token, json: { dryRun: false, ...json } });
const ended = (id: string) =>
  eventually(async () => {
    const { json } = await site.send(`/api/replays/${id}`, { token });
    expect(json.replay).toMatchObject({ state: "done", waiting: 0 });
    return json.replay;
  });

describe("replay", () => {
  test("a replay first says what would happen, and changes nothing", async () => {
    const [old, withdrawn] = [await refused(), await refused(), await refused()];
    await old.update({ sendBefore: new Date(Date.now() - DAY) });
    const { workspaceId, submissionId } = withdrawn;
    await withdrawSubmission({ workspaceId, submissionId });
    const sent = await submitForm(form);
    await site.decide(token, sent.id, { status: "handled" });
    const { status, json } = await replay({ dryRun: true });
    expect([status, json]).toEqual([
      200,
      {
        preview: {
          wouldSend: 1,
          neverSent: 0,
          tooOld: 1,
          alreadySent: 1,
          underWay: 0,
          notConnected: 0,
          skipped: 1,
        },
        replay: null,
      },
    ]);
    expect(await Replay.count()).toBe(0);
    const { preview } = (await replay({ dryRun: true, platform: "tiktok" })).json;
    expect(preview).toMatchObject({ wouldSend: 0, alreadySent: 0 });
    const empty = await replay({ platform: "tiktok" });
    expect([empty.status, empty.json.error]).toEqual([409, sentences.nothingToReplay]);
  });

  test("a replay does not try a third time what is refused again", async () => {
    const { id } = await refused();
    await site.sandbox.play(PIXEL, "bad-event", 5);
    const { json } = await replay({ ids: [id] });
    expect(await ended(json.replay.id)).toMatchObject({ sent: 0, failed: 1 });
    expect(await Delivery.findByPk(id)).toMatchObject({ state: "failed", attemptCount: 2 });
  });

  test("a replay is counted, started and followed on a page without script", async () => {
    await refused();
    const shown = await site.send(`${page}?platform=meta&from=&to=`, { cookie });
    expect(shown.status).toBe(200);
    expect(shown.text).toContain("Send 1 event again");
    const posted = await site.send(page, {
      cookie,
      form: { intent: "start", platform: "meta" },
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect([posted.status, posted.headers.get("location"), readFlash(posted)]).toEqual([
      303,
      page,
      sentences.replayStarted,
    ]);
    const started = await Replay.findOne({ rejectOnEmpty: true });
    await ended(started.id);
    expect((await site.send(page, { cookie })).text).toContain("1 of 1");
    const log = (await site.send("/dashboard/deliveries?outcome=fault&platform=meta", { cookie })).text;
    expect(log).toContain('href="/dashboard/deliveries/replay?platform=meta"');
  });

  test("a replay sends nothing to an ad platform that is not connected, and says so before", async () => {
    await refused();
    const disconnected = await site.send("/api/user/integrations", { token, method: "DELETE" });
    expect(disconnected.status).toBe(204);
    const { preview } = (await replay({ dryRun: true })).json;
    expect(preview).toMatchObject({ wouldSend: 0, notConnected: 1, skipped: 0 });
    expect((await replay()).json.code).toBe("nothing_to_replay");
    expect((await site.send(page, { cookie })).text).toContain("connect their ad platform first");
  });

  test("a replay takes what was selected in the log, or all that its filters leave, after a preview", async () => {
    const [first, second, third] = [await refused(), await refused(), await refused()];
    const log = (await site.send("/dashboard/deliveries", { cookie })).text;
    for (const { id } of [first, second, third]) expect(log).toContain(`value="${id}"`);
    const choice = { of: "chosen", ids: [first.id, second.id] };
    const selected = `${page}?of=chosen&ids=${first.id}&ids=${second.id}`;
    const planned = (await site.send(selected, { cookie })).text;
    for (const text of ["2 events selected", "Send 2 events again"]) expect(planned).toContain(text);
    const headers = { "sec-fetch-site": "same-origin" };
    const body = new URLSearchParams({ intent: "start", of: choice.of });
    for (const id of choice.ids) body.append("ids", id);
    const posted = await site.send(page, { cookie, form: body, headers });
    expect([posted.status, readFlash(posted)]).toEqual([303, sentences.replayStarted]);
    await ended((await Replay.findOne({ rejectOnEmpty: true })).id);
    expect(site.sandbox.acceptedIds().sort()).toEqual([first.eventId, second.eventId].sort());

    const matching = (search: string) => site.send(`${page}?of=matching&search=${search}`, { cookie });
    expect((await matching(first.submissionId)).text).toContain("There is nothing to send again");
    expect((await matching(third.submissionId)).text).toContain("Send 1 event again");
    const foreign = await signInAs((await createForm()).owner);
    const theirs = await site.send(`${page}?of=chosen&ids=${third.id}`, { cookie: foreign.cookie });
    expect(theirs.text).toContain("There is nothing to send again");
  });

  test("a replay keeps its form at a range that cannot be read, and says which part", async () => {
    for (const [query, part] of [
      ["from=2026-11-22&to=2026-11-20", "To"],
      ["from=yesterday", "From"],
    ]) {
      const { status, text } = await site.send(`${page}?${query}`, { cookie });
      expect(status).toBe(400);
      expect(text.replaceAll("<!-- -->", "")).toContain(`Check “${part}”.`);
      expect(text).toContain("By verification date");
    }
  });

  test("a replay is cancelled on its page without script", async () => {
    const { workspaceId } = await refused();
    const running = await Replay.create({
      workspaceId,
      runningIn: workspaceId,
      state: "running",
      dueAt: null,
      attemptCount: 0,
      adPlatform: null,
      fromTime: null,
      beforeTime: null,
      deliveryIds: null,
      total: 1,
      createdAt: new Date(),
    });
    const cancelled = await site.send(page, {
      cookie,
      form: { intent: "cancel", replayId: running.id },
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect([cancelled.status, readFlash(cancelled)]).toEqual([303, sentences.replayCancelled]);
    expect((await running.reload()).state).toBe("cancelled");
  });

  test("a replay leaves out a person who was erased meanwhile", async () => {
    const { workspaceId, submissionId, id } = await refused();
    await eraseClaim({ workspaceId, submissionId, access: null });
    const { status, json } = await replay({ deliveryIds: [id] });
    expect([status, json.replay ? (await ended(json.replay.id)).sent : 0]).toEqual([
      json.replay ? 200 : 409,
      0,
    ]);
    expect(site.sandbox.acceptedIds()).toEqual([]);
  });
});
