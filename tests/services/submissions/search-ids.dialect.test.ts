import { expect, test } from "vitest";
import { newId } from "#app/lib/ids.ts";
import { Delivery, DeliveryAttempt, KnownAccount } from "#app/models/index.server.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";
import {
  connectMeta,
  createForm,
  createNamedLink,
  createPlatforms,
  type Form,
  submitForm,
  toAccess,
} from "../../factories/index.ts";

const FBCLID = "IwAR0f7Zs-3kPq_81xYw2cVtLmNo9RbE4uHdJgAaTi6";

const find = async (form: Form, search: string) => {
  const { submissions } = await listSubmissions({
    workspace: form.owner.workspace,
    query: SubmissionsQuery.parse({ search }),
  });
  return submissions.map(({ id }) => id);
};

/** A claim of an ad, sent to Meta, beside another one. */
async function stage() {
  const { owner } = await createForm();
  const platforms = await createPlatforms(2, { owner });
  const form = await createForm({ owner, platforms });
  await connectMeta(owner);
  const link = await createNamedLink(form);
  const ids = "campaign_id=120214837465920001&adset_id=120214837465920002&ad_id=120214837465920003";
  const claim = await submitForm(form, {
    platform: String(platforms[0]?.id),
    phone: "+34600111222",
    reference: "8412337",
    pageUrl: `https://go.example/?${ids}&fbclid=${FBCLID}`,
  });
  await claim.update({ linkId: link.id, deviceId: `1a2b3c4d-${newId().slice(9)}` }, { silent: true });
  await decideSubmission({ access: toAccess(owner), submissionId: claim.id, input: { status: "handled" } });
  const other = await createForm({ owner, platforms: platforms.slice(1) });
  await submitForm(other, { phone: "+34600333444" });
  const delivery = await Delivery.findOne({ where: { submissionId: claim.id }, rejectOnEmpty: true });
  return { form, claim, delivery, link, platform: platforms[0] };
}

test("a search finds a claim by any id: its own, or that of its event, ad, click, link, form or broker", async () => {
  const { form, claim, delivery, link, platform } = await stage();
  await DeliveryAttempt.update({ traceId: "AbCdEfGh123" }, { where: { deliveryId: delivery.id } });
  await KnownAccount.create({
    submissionId: claim.id,
    accountKey: "mt5512008",
    account: "MT5512008",
    workspaceId: claim.workspaceId,
    platformId: claim.platformId,
    emailHash: "",
    phoneHash: "",
    fileName: "deposits.csv",
    createdAt: new Date(),
  });
  const ids: [what: string, id: string | null | undefined][] = [
    ["claim", claim.id],
    ["event", delivery.eventId],
    ["delivery", delivery.id],
    ["form", form.id],
    ["broker", platform?.id],
    ["link", link.id],
    ["campaign", "120214837465920001"],
    ["ad set", "120214837465920002"],
    ["ad", "120214837465920003"],
    ["click", FBCLID],
    ["device", claim.deviceId],
    ["account", "8412337"],
    ["account that a statement taught", "MT-5512008"],
  ];
  for (const [what, id] of ids) expect([what, await find(form, String(id))]).toEqual([what, [claim.id]]);
  const stranger = await createForm();
  for (const [what, id] of ids) expect([what, await find(stranger, String(id))]).toEqual([what, []]);
});

test("a search finds a person's number as it is dialled in the country of a form", async () => {
  const form = await createForm({ phoneCountry: "DE" });
  const claim = await submitForm(form, { phone: "+4915112345678" });
  for (const search of ["0151 1234 5678", "+49 151 12345678", "15112345678"])
    expect([search, await find(form, search)]).toEqual([search, [claim.id]]);
  expect(await find(form, "0151 1234 5679")).toEqual([]);
});
