import { beforeEach, describe, expect, test } from "vitest";
import { Delivery, Replay } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { connectMeta, createForm, type Form, signInAs, submitForm } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const sentences = messages.deliveries;
const site = serveSite();
const path = "/api/deliveries/replay";
const PIXEL = "1000000000000003";

let form: Form;
let token: string;
beforeEach(async () => {
  form = await createForm();
  await connectMeta(form.owner, { pixelId: PIXEL });
  ({ token } = await signInAs(form.owner));
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
  test("a replay sends each failed event once more under its id, and none that was accepted", async () => {
    const failed = [await refused(), await refused(), await refused()];
    const accepted = await submitForm(form);
    await site.decide(token, accepted.id, { status: "handled" });
    const before = site.sandbox.acceptedIds().length;
    const { json } = await replay();
    expect(json.replay).toMatchObject({ state: "running", total: 3 });
    expect(await ended(json.replay.id)).toMatchObject({ sent: 3, failed: 0 });
    const again = site.sandbox.acceptedIds().slice(before);
    expect(again.sort()).toEqual(failed.map(({ eventId }) => eventId).sort());
    expect((await replay()).json.code).toBe("nothing_to_replay");
  });

  test("a replay runs once in a workspace, and can be cancelled", async () => {
    const { workspaceId, id } = await refused();
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
    const responses = await Promise.all([replay(), replay()]);
    const busy = [409, "replay_running", sentences.replayRunning];
    expect(responses.map(({ status, json }) => [status, json.code, json.error])).toEqual([busy, busy]);
    const one = `/api/replays/${running.id}`;
    const foreign = (await signInAs((await createForm()).owner)).token;
    expect((await site.send(one, { token: foreign, method: "DELETE" })).status).toBe(404);
    const { json } = await site.send(one, { token, method: "DELETE" });
    expect(json.replay).toMatchObject({ state: "cancelled" });
    expect(await Delivery.findByPk(id)).toMatchObject({ state: "failed" });
    expect((await ended((await replay()).json.replay.id)).sent).toBe(1);
  });
});
