import { parseCsv } from "hucre/csv";
import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { Delivery, DomainEvent, Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createMissedDelivery } from "#app/services/deliveries/create-missed-delivery.server.ts";
import { reopenDelivery } from "#app/services/deliveries/reopen-delivery.server.ts";
import { updateSendDeadlines } from "#app/services/deliveries/send-deadlines.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import {
  createPrivateToken,
  endSharing,
  withdrawSubmission,
} from "#app/services/submissions/private-links.server.ts";
import {
  connectMeta,
  connectPlatform,
  createForm,
  type Form,
  signInAs,
  submitForm,
} from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { eventually } from "../../support/eventually.ts";
import { readAttributes, readText } from "../../support/html.ts";
import { getKinds, verified } from "../../support/proofs.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

const PIXEL = "612345678901234";
const { mine } = textsIn("en");
const SKIPPED = { state: "skipped", skipReason: "not_shared", dueAt: null };

let form: Form;
let token: string;
let cookie: string;
beforeEach(async () => {
  form = await createForm();
  ({ token, cookie } = await signInAs(form.owner));
});

const toPath = ({ id }: { id: string }) => `/optin/${form.slug}/mine/${createPrivateToken(id)}`;
const press = (path: string) =>
  site.send(path, { form: { intent: "end-sharing" }, headers: { "sec-fetch-site": "same-origin" } });
const end = ({ id: submissionId, workspaceId }: Submission) => endSharing({ workspaceId, submissionId });
const verify = ({ id }: Submission) => site.decide(token, id, { status: "handled" });
const rowOf = async ({ id }: Submission) =>
  (await Submission.findByPk(id, { rejectOnEmpty: true })).get({ plain: true });
const deliveryOf = ({ id: submissionId }: Submission) =>
  Delivery.findOne({ where: { submissionId }, rejectOnEmpty: true });
const replay = async (json: object = {}) =>
  (await site.send("/api/deliveries/replay", { token, json: { dryRun: true, ...json } })).json.preview;

describe("ending the sharing with ad platforms", () => {
  test("ending the sharing is asked about once, and says afterwards that nothing more is shared", async () => {
    const claim = await submitForm(form);
    const path = toPath(claim);
    const page = await site.send(path);
    expect(page.text).toContain(mine.endSharingHelps);
    expect(page.text).not.toContain('value="end-sharing"');
    const href = readAttributes(page.text, "a", { class: "button plain" }).href?.split("#")[0] ?? "";
    const question = await site.send(href);
    expect(readText(question.text, "h2")).toBe(mine.endSharingQuestion);
    for (const said of [mine.endSharingMeans, mine.endSharingYes, mine.keepSharing])
      expect(question.text).toContain(said.replace("'", "&#x27;"));
    expect(question.text).not.toContain(mine.withdraw);
    expect(await rowOf(claim)).toMatchObject({ sharingEndedAt: null });
    const { status, headers } = await press(href);
    expect([status, decodeURI(headers.get("location") ?? "")]).toEqual([303, path]);

    for (const address of [path, href]) {
      const { text } = await site.send(address);
      expect(readText(text, "h1")).toBe(mine.isRecorded);
      expect(text).toContain(mine.sharingEnded);
      expect(text).toContain("<dd>no one</dd>");
      expect(text).toContain(mine.withdraw);
      expect(text).not.toContain(mine.endSharing);
    }
  });

  test("ending the sharing leaves the claim as it is, once, with an event, a step of the proof and a new version", async () => {
    await connectMeta(form.owner);
    const claim = await submitForm(form);
    const before = await rowOf(claim);
    await end(claim);
    const once = await rowOf(claim);
    expect(once).toEqual({
      ...before,
      sharingEndedAt: expect.any(Date),
      sendBefore: null,
      version: before.version + 1,
      updatedAt: expect.anything(),
    });
    await end(claim);
    expect(await rowOf(claim)).toEqual(once);
    expect(await DomainEvent.count({ where: { subjectId: claim.id, type: "submission.sharingEnded" } })).toBe(
      1,
    );
    const proof = await verified((await site.send(`${toPath(claim)}/proof`)).text);
    expect(getKinds(proof)).toEqual(["submitted", "sharing_ended"]);
    expect((await site.send(paths.submissionProof({ submissionId: claim.id }), { cookie })).text).toContain(
      "The visitor ended the sharing with ad platforms",
    );
    await inTransaction((transaction) => updateSendDeadlines(claim, transaction));
    expect(await rowOf(claim)).toEqual(once);
    await expectTotalsToBeTrue();
  });

  test("a withdrawn or erased claim has no sharing to end", async () => {
    const [withdrawn, erased] = [await submitForm(form), await submitForm(form)];
    const { workspaceId } = withdrawn;
    await withdrawSubmission({ workspaceId, submissionId: withdrawn.id });
    await eraseClaim({ workspaceId, submissionId: erased.id, access: null });
    for (const claim of [withdrawn, erased]) {
      const before = await rowOf(claim);
      await end(claim);
      expect(await rowOf(claim)).toEqual(before);
    }
    expect((await press(toPath(erased))).status).toBe(404);
  });

  test("a claim whose sharing has ended can be withdrawn too, and its page says only that", async () => {
    const claim = await submitForm(form);
    await end(claim);
    await withdrawSubmission({ workspaceId: claim.workspaceId, submissionId: claim.id });
    const { text } = await site.send(toPath(claim));
    expect(readText(text, "h1")).toBe(mine.isWithdrawn);
    expect(text).not.toContain(mine.sharingEnded);
    expect(text).not.toContain(mine.endSharing);
    await expectTotalsToBeTrue();
  });

  test("ending the sharing is refused from a foreign site", async () => {
    const claim = await submitForm(form);
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await site.send(toPath(claim), { form: { intent: "end-sharing" }, headers })).status).toBe(403);
    expect(await rowOf(claim)).toMatchObject({ sharingEndedAt: null });
  });
});

describe("after the sharing has ended", () => {
  test("a claim can be verified, is told apart beforehand, and nothing of it is sent", async () => {
    await connectMeta(form.owner);
    const [claim, other] = [await submitForm(form), await submitForm(form)];
    await end(claim);
    const plan = (
      await site.send("/api/optin/dashboard/submissions/bulk", {
        method: "POST",
        token,
        json: { ids: [claim.id, other.id], status: "handled", dryRun: true },
      })
    ).json;
    expect(plan).toMatchObject({ wouldChange: 2, wouldSend: 1, adPlatforms: [{ wouldSend: 1, skipped: 1 }] });
    expect((await site.send(paths.submission({ submissionId: claim.id }), { cookie })).text).toContain(
      "The visitor ended the sharing with ad platforms, so nothing is sent.",
    );
    expect((await verify(claim)).status).toBe(200);
    expect(await deliveryOf(claim)).toMatchObject(SKIPPED);
    expect(site.sandbox.events()).toEqual([]);
    const log = paths.delivery({ deliveryId: (await deliveryOf(claim)).id });
    expect((await site.send(log, { cookie })).text).toContain(
      "The visitor ended the sharing with ad platforms.",
    );
    const { json } = await site.read(token, claim.id);
    expect(json).toMatchObject({
      status: "handled",
      sharingEndedAt: expect.any(String),
      deliveries: [{ state: "skipped", reason: "not_shared" }],
    });
    expect(readText((await site.send(toPath(claim))).text, "h1")).toBe(mine.isVerified);
    await expectTotalsToBeTrue();
  });

  test("what was parked is skipped, and a new connection sends nothing of it", async () => {
    const { assetId: pixelId } = await connectMeta(form.owner, { accessToken: "sandbox-token-expired" });
    const [claim, late, other] = [await submitForm(form), await submitForm(form), await submitForm(form)];
    for (const one of [claim, late, other]) await verify(one);
    await end(claim);
    expect(await deliveryOf(claim)).toMatchObject(SKIPPED);
    // Ended after the parked event was due again, which is looked at right before it is sent.
    await Submission.update({ sharingEndedAt: new Date() }, { where: { id: late.id } });
    await connectMeta(form.owner, { pixelId });
    await eventually(async () => expect((await deliveryOf(other)).state).toBe("sent"));
    await eventually(async () => expect(await deliveryOf(late)).toMatchObject(SKIPPED));
    expect(await deliveryOf(claim)).toMatchObject(SKIPPED);
    expect(site.sandbox.acceptedIds()).toEqual([(await deliveryOf(other)).eventId]);
  });

  test("a failed event is not sent again, by hand or with others", async () => {
    await connectMeta(form.owner, { pixelId: PIXEL });
    await site.sandbox.play(PIXEL, "bad-event", 1);
    const claim = await submitForm(form);
    await verify(claim);
    const failed = await deliveryOf(claim);
    expect(failed.state).toBe("failed");
    await end(claim);
    expect((await deliveryOf(claim)).state).toBe("failed");
    const { status, json } = await site.send(`/api/deliveries/${failed.id}/resend`, {
      token,
      method: "POST",
    });
    expect([status, json]).toMatchObject([
      409,
      { code: "not_shared", error: messages.deliveries.sharingEnded },
    ]);
    expect(await inTransaction((transaction) => reopenDelivery(failed, {}, transaction))).toBeNull();
    expect((await site.send(paths.submission({ submissionId: claim.id }), { cookie })).text).toContain(
      messages.deliveries.sharingEnded,
    );
    expect(await replay()).toMatchObject({ wouldSend: 0, skipped: 1 });
    expect(site.sandbox.acceptedIds()).toEqual([]);
  });

  test("an ad platform that is connected later is offered nothing of it", async () => {
    const [claim, other] = [await submitForm(form), await submitForm(form)];
    for (const one of [claim, other]) await verify(one);
    await end(claim);
    await connectPlatform(form.owner, "tiktok");
    expect(await replay({ platform: "tiktok" })).toMatchObject({ wouldSend: 1, neverSent: 1 });
    const missed = { workspaceId: claim.workspaceId, submissionId: claim.id, adPlatform: "tiktok" };
    expect(
      await inTransaction((transaction) => createMissedDelivery({ ...missed, replayId: "" }, transaction)),
    ).toBe(false);
    expect(await Delivery.count({ where: { submissionId: claim.id } })).toBe(0);
  });

  test("what was sent before stays, and the page of the visitor names who has it", async () => {
    await connectMeta(form.owner);
    const claim = await submitForm(form);
    await verify(claim);
    await eventually(async () => expect((await deliveryOf(claim)).state).toBe("sent"));
    await end(claim);
    expect((await site.read(token, claim.id)).json).toMatchObject({ status: "handled", eventStatus: "sent" });
    const { text } = await site.send(toPath(claim));
    expect(text).toContain("<dd>Meta</dd>");
    expect(text).toContain(mine.sharingEnded);
  });

  test("the owner sees when it ended: on the claim, in the file of the list and of the person", async () => {
    const claim = await submitForm(form);
    await end(claim);
    const at = (await rowOf(claim)).sharingEndedAt?.toISOString();
    expect((await site.send(paths.submission({ submissionId: claim.id }), { cookie })).text).toContain(
      "Sharing with ad platforms ended by the visitor",
    );
    const search = claim.email;
    expect((await site.send(paths.person({ search }), { cookie })).text).toContain("Sharing ended");
    const file = await site.send(paths.personExport({ search }), { cookie });
    expect(file.json.claims).toMatchObject([{ sharingEndedAt: at }]);
    const list = await site.send("/api/optin/dashboard/submissions/export", { token });
    const [head = [], row = []] = parseCsv(list.text);
    expect(row[head.indexOf("Sharing ended at (UTC)")]).toMatch(/^\d{4}-/);
    expect(row[head.indexOf("Withdrawn at (UTC)")]).toBeFalsy();
    expect((await site.read(token, claim.id)).json.sharingEndedAt).toBe(at);
  });
});
