import { beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR } from "#app/lib/dates.ts";
import { Delivery, Submission } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
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
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const sentences = messages.formSettings;
const PIXEL = "1000000000000005";

let form: Form;
let token: string;
let cookie: string;
beforeEach(async () => {
  form = await createForm();
  await connectMeta(form.owner, { pixelId: PIXEL });
  await connectPlatform(form.owner, "tiktok");
  ({ token, cookie } = await signInAs(form.owner));
});

const change = (json: Record<string, unknown>) =>
  site.send("/api/optin-settings", { method: "PUT", token, json });
const confirm = async (json: Record<string, unknown> = {}): Promise<string> =>
  (await site.submit(form, json)).json.submissionId;
const verify = async (id: string) => (await site.decide(token, id, { status: "handled" })).json;
const page = (path: string, who = cookie) => site.send(path, { cookie: who });
const post = (fields: Record<string, string>) =>
  site.send("/dashboard/optin-settings/consent", {
    cookie,
    form: fields,
    headers: { "sec-fetch-site": "same-origin" },
  });
const statesOf = async (submissionId: string) => {
  const deliveries = await Delivery.findAll({ where: { submissionId }, order: [["adPlatform", "ASC"]] });
  return deliveries.map(({ adPlatform, state, skipReason }) => [adPlatform, state, skipReason]);
};

describe("consent", () => {
  test("an ad platform that the consent does not allow gets no event, and everybody is told so", async () => {
    await change({ consentCovers: ["meta"] });
    const id = await confirm();

    const sheet = (await page(`/dashboard/submissions?open=${id}`)).text;
    expect(sheet).toContain(
      "The consent that the visitor gave does not allow TikTok: nothing is sent there.",
    );
    const bulk = { ids: [id], status: "handled" };
    const path = "/api/optin/dashboard/submissions/bulk";
    const { json: plan } = await site.send(path, { token, json: { ...bulk, dryRun: true } });
    expect(plan).toMatchObject({
      wouldSend: 1,
      adPlatforms: [
        { id: "meta", wouldSend: 1, expired: 0, notCovered: 0, skipped: 0 },
        { id: "tiktok", wouldSend: 0, expired: 0, notCovered: 1, skipped: 0 },
      ],
    });
    const { json: done } = await site.send(path, { token, json: bulk });
    expect(done).toMatchObject({ updated: 1, sent: 1, failed: 0 });

    expect(site.sandbox.events()).toHaveLength(1);
    expect(await statesOf(id)).toEqual([
      ["meta", "sent", null],
      ["tiktok", "skipped", "consent"],
    ]);
    const { json: submission } = await site.read(token, id);
    expect(submission).toMatchObject({ eventStatus: "sent", eventState: "sent" });
    expect(submission.deliveries).toContainEqual(
      expect.objectContaining({ platform: "tiktok", state: "skipped", reason: "consent" }),
    );
    const shown = (await page(`/dashboard/submissions?open=${id}`)).text;
    expect(shown).toContain("the consent that the visitor gave does not allow TikTok");
    const { json: proof } = await site.send(`/api/optin/dashboard/submissions/${id}/proof`, { token });
    const { record } = proof.entries.find(
      (entry: { record: { kind: string } }) => entry.record.kind === "decided",
    );
    expect(record.facts).toMatchObject({ to: "handled", notCovered: "tiktok" });
    expect((await page(`/dashboard/submissions/${id}/proof`)).text).toContain(
      "Not sent, the consent does not allow it",
    );
    await expectTotalsToBeTrue();
  });

  test("each claim follows the version of the text that its visitor saw", async () => {
    const { settings: first } = (await change({ consentCovers: ["tiktok"] })).json;
    const before = await confirm();
    const { settings } = (await change({ consentText: "Another text", consentCovers: "all" })).json;
    expect(settings).toMatchObject({
      consentCovers: "all",
      earlierConsents: [
        { version: first.consentVersion, consentText: form.row.consentText, covers: ["tiktok"] },
      ],
    });
    const late = await confirm({ consentVersion: first.consentVersion });
    const after = await confirm();
    for (const id of [before, late, after]) await verify(id);
    for (const id of [before, late])
      expect(await statesOf(id)).toContainEqual(["meta", "skipped", "consent"]);
    expect((await statesOf(after)).map(([, state]) => state)).toEqual(["sent", "sent"]);

    const again = await confirm({ consentVersion: first.consentVersion });
    await change({ earlierConsents: [{ version: first.consentVersion, covers: ["meta"] }] });
    await verify(again);
    expect(await statesOf(again)).toEqual([
      ["meta", "sent", null],
      ["tiktok", "skipped", "consent"],
    ]);
    const refusals = [
      { consentCovers: ["fax"] },
      { consentCovers: "some" },
      { earlierConsents: [{ version: 99, covers: "all" }] },
    ];
    const messagesOf = async (json: Record<string, unknown>) => (await change(json)).json.errors[0].message;
    expect(await Promise.all(refusals.map(messagesOf))).toEqual([
      sentences.providerUnknown,
      sentences.coversShape,
      sentences.consentUnknown,
    ]);
  });

  test("until its owner says it a text covers all, and form and integrations say how many claims that concerns", async () => {
    await change({ consentText: "I agree that you tell Facebook, not MetaTrader or Google Play." });
    await confirm();
    const unsaid = "You have not said which ad platforms your consent text allows.";
    const concern =
      "The text names Meta. Until you say it, it allows all. This concerns 1 waiting claim and every new one.";
    for (const path of ["/dashboard/optin-settings", "/dashboard/integrations"]) {
      const { text } = await page(path);
      expect([text.includes(unsaid), text.includes(concern)]).toEqual([true, true]);
    }
    const tiktok = (await page("/dashboard/integrations/tiktok")).text;
    expect(tiktok).toContain("The text names Meta, and not TikTok.");
    expect((await page("/dashboard/optin-settings")).text).toContain(
      'href="/dashboard/optin-settings/consent"',
    );
    expect((await page("/dashboard/optin-settings/consent")).text).toMatch(
      /name="covers" checked="" value="meta"/,
    );

    const said = { intent: "cover-consent", consentVersion: "2", coversAll: "no" };
    const refused = await post(said);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(sentences.coversNothing)]);
    const saved = await post({ ...said, covers: "meta" });
    expect(saved.status).toBe(303);
    expect((await page("/dashboard/integrations")).text).not.toContain(unsaid);
    const uncovered = "Your consent text does not allow TikTok.";
    expect((await page("/dashboard/integrations/tiktok")).text).toContain(uncovered);
    expect((await page("/dashboard/integrations/meta")).text).not.toContain("does not allow");
    const { cookie: viewer } = await signInAs(await createMember(form.owner, "viewer"));
    const shown = (await page("/dashboard/optin-settings/consent", viewer)).text;
    expect([shown.includes("What the consent allows"), shown.includes("Save what it allows")]).toEqual([
      true,
      false,
    ]);
    expect((await page("/dashboard/optin-settings/after-sending")).text).toContain(
      "Your consent text allows only Meta.",
    );
  });

  test("a text that names all ad platforms of its form covers these, and none that is connected later", async () => {
    const named = (await change({ consentText: "I agree that you tell Meta, TikTok and Snapchat." })).json;
    expect(named.settings.consentCovers).toEqual(["meta", "tiktok", "snapchat"]);
    for (const path of ["/dashboard/optin-settings", "/dashboard/integrations"])
      expect((await page(path)).text).not.toContain("You have not said");
    const fewer = (await change({ consentText: "I agree that you tell Meta." })).json;
    expect(fewer.settings.consentCovers).toBeNull();
    await change({ consentText: "I agree that you tell your partners." });

    await connectPlatform(form.owner, "google");
    // Nobody has said what these cover: what they covered before stays.
    const { settings } = (await site.send("/api/optin-settings", { token })).json;
    expect(settings.consentCovers).toEqual(["meta", "tiktok"]);
    const earlier = settings.earlierConsents.map(({ covers }: { covers: unknown }) => covers);
    expect(earlier.slice(0, 2)).toEqual([
      ["meta", "tiktok"],
      ["meta", "tiktok", "snapchat"],
    ]);
    expect((await page("/dashboard/integrations/google")).text).toContain(
      "Your consent text does not allow Google Ads.",
    );
  });

  test("a consent that covers less afterwards keeps back what has not been sent yet", async () => {
    await site.sandbox.play(PIXEL, "bad-event", 1);
    const id = await confirm();
    await verify(id);
    const failed = await Delivery.findOne({
      where: { submissionId: id, adPlatform: "meta" },
      rejectOnEmpty: true,
    });
    expect(failed.state).toBe("failed");
    await site.sandbox.play(PIXEL, "token-expired", 1);
    const parked = await confirm();
    await verify(parked);
    expect(await statesOf(parked)).toContainEqual(["meta", "parked", null]);
    await change({ consentCovers: ["tiktok"] });

    const resent = await site.send(`/api/deliveries/${failed.id}/resend`, { token, method: "POST" });
    expect([resent.status, resent.json.code, resent.json.error]).toEqual([
      409,
      "not_covered",
      messages.deliveries.notCovered("Meta"),
    ]);
    await connectMeta(form.owner, { pixelId: PIXEL });
    await site.send("/api/deliveries/replay", { token, json: { dryRun: true } });
    const { json } = await site.send("/api/deliveries/replay", { token, json: { dryRun: true } });
    expect(json.preview).toMatchObject({ wouldSend: 0, notConnected: 0 });
    await expect
      .poll(async () => statesOf(parked), { timeout: 20_000 })
      .toContainEqual(["meta", "skipped", "consent"]);
    expect(site.sandbox.acceptedIds()).not.toContain(failed.eventId);
    const { json: proof } = await site.send(`/api/proofs/${parked}`, { token });
    expect(proof.entries.at(-1).record).toMatchObject({
      kind: "skipped",
      facts: { adPlatform: "meta", reason: "consent" },
    });
    expect((await page(`/dashboard/submissions/${parked}/proof`)).text).toContain(
      "Not sent to Meta: the consent does not allow it",
    );
  });

  test("a waiting claim has the deadline of the ad platforms that its consent covers", async () => {
    await connectPlatform(form.owner, "google");
    const claim = await submitForm(form);
    const timeLeft = async () =>
      ((await claim.reload()).sendBefore?.getTime() ?? Number.NaN) - claim.createdAt.getTime();
    expect(await timeLeft()).toBe(7 * DAY - HOUR);
    await change({ consentCovers: ["google"] });
    const ofGoogle = await timeLeft();
    expect(ofGoogle).toBeGreaterThan(7 * DAY);
    const next = await Submission.findByPk(await confirm(), { rejectOnEmpty: true });
    expect((next.sendBefore?.getTime() ?? 0) - next.createdAt.getTime()).toBe(ofGoogle);
    await change({ consentCovers: [] });
    expect((await claim.reload()).sendBefore).toBeNull();
    await change({ consentCovers: "all", sendTo: ["google"] });
    expect(await timeLeft()).toBe(ofGoogle);
    await change({ sendTo: null });
    expect(await timeLeft()).toBe(7 * DAY - HOUR);
  });
});
