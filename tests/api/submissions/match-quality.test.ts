import { expect, test } from "vitest";
import { Delivery } from "#app/models/index.server.ts";
import { connectPlatform, createForm, signInAs, submitForm } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

test("the match quality is estimated before sending, kept with the event, and shown over time", async () => {
  const form = await createForm();
  await connectPlatform(form.owner, "meta");
  await connectPlatform(form.owner, "google");
  const { token, cookie } = await signInAs(form.owner);
  const { id } = await submitForm(form);
  const { matchQuality } = (await site.read(token, id)).json;
  expect(matchQuality.map(({ platform }: { platform: string }) => platform)).toEqual(["google", "meta"]);
  const [google, meta] = matchQuality;
  expect(google).toMatchObject({ score: 65, advice: expect.stringContaining("click ID"), warning: null });
  const sheet = (await site.send(`/dashboard/submissions?open=${id}`, { cookie })).text;
  expect(sheet).toContain("Match quality");
  expect(sheet).toContain(meta.advice);

  await site.decide(token, id, { status: "handled" });
  const kept = await Delivery.findAll({ where: { submissionId: id }, order: [["adPlatform", "ASC"]] });
  expect(kept.map(({ matchScore, matchGap }) => [matchScore, matchGap])).toEqual([
    [65, "clickId"],
    [meta.score, "clickId"],
  ]);
  const page = (await site.send("/dashboard/integrations/google", { cookie })).text;
  expect(page).toContain("65 of 100, from 1 event");
  expect(page).toContain("No click ID.");
});

test("a name or address that carries financial details is warned of before the event is sent", async () => {
  const form = await createForm();
  await form.row.update({ eventNames: JSON.stringify({ meta: "Loan approved" }) });
  await connectPlatform(form.owner, "meta");
  const { token, cookie } = await signInAs(form.owner);
  const { id } = await submitForm(form);
  const { matchQuality } = (await site.read(token, id)).json;
  expect(matchQuality[0].warning).toContain("“Loan approved” holds the word “Loan”");
  const settings = (await site.send("/dashboard/optin-settings/advanced", { cookie })).text;
  expect(settings).toContain("“Loan approved” holds the word “Loan”");
  expect(settings).not.toContain("Event name at Google Ads");
});
