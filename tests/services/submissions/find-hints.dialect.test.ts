import { beforeAll, expect, test } from "vitest";
import { Submission } from "#app/models/index.server.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { findHints } from "#app/services/submissions/find-hints.server.ts";
import { findLinkMistakes } from "#app/services/submissions/find-link-mistakes.server.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";
import { addSearchWords } from "#app/services/submissions/search-words.server.ts";
import { createForm, findAccess, submitForm } from "../../factories/index.ts";
import { stopIdleApp } from "../../servers/app.ts";

// Its job would write the words, too.
beforeAll(stopIdleApp);

test("a claim hints at what others share with it, each with the claims behind it", async () => {
  const form = await createForm();
  const { workspace } = form.owner;
  const shared = { phone: "+34600111222", reference: "NG-1", deviceId: "device-0001", ip: "203.0.113.7" };
  const first = await submitForm(form, { phone: shared.phone, reference: shared.reference });
  await first.update({ deviceId: shared.deviceId, ip: shared.ip });
  const elsewhere = await submitForm(await createForm(), { phone: shared.phone });
  await elsewhere.update({ ip: shared.ip });
  const plain = await submitForm(form, { phone: "+34600999000", reference: "NG-2" });
  await plain.update({ deviceId: null, ip: null });
  const second = await submitForm(form, {
    email: "x@eu.mailinator.com",
    phone: shared.phone,
    reference: shared.reference,
  });
  await second.update({ deviceId: shared.deviceId, ip: shared.ip });

  const hints = await findHints(second);

  expect(hints).toEqual([
    ...(["phone", "reference", "deviceId", "ip"] as const).map((kind) => ({
      kind,
      value: shared[kind],
      count: 1,
      hasMore: false,
    })),
    { kind: "disposable", domain: "eu.mailinator.com" },
  ]);
  expect(await findHints(plain)).toEqual([]);
  // Only a search of the value as it is leads to these claims and to no others.
  const similar = await submitForm(form, { phone: "+34600333444", reference: "NG-10" });
  await similar.update({ deviceId: "device-00010", ip: "203.0.113.70" });
  for (const value of Object.values(shared)) {
    const search = `"${value}"`;
    const query = SubmissionsQuery.parse({ search });
    const { submissions } = await listSubmissions({ workspace, query });
    expect(submissions.map(({ id }) => id).sort(), search).toEqual([first.id, second.id].sort());
  }
});

test("a claim hints at other spellings of its mailbox, and at no other workspace's", async () => {
  const form = await createForm();
  const [plain, dotted, tagged, stranger] = [
    await submitForm(form, { email: "marialopez@gmail.com" }),
    await submitForm(form, { email: "Maria.Lopez@googlemail.com" }),
    await submitForm(form, { email: "marialopez+2@gmail.com" }),
    await submitForm(form, { email: "marialopez@outlook.com" }),
  ];
  await submitForm(await createForm(), { email: "m.arialopez@gmail.com" });
  await addSearchWords();
  const mailboxOf = async (claim: Submission) =>
    (await findHints(claim)).filter(({ kind }) => kind === "mailbox");
  const hint = (...emails: string[]) => [{ kind: "mailbox", emails, hasMore: false }];

  expect(await mailboxOf(plain)).toEqual(hint("Maria.Lopez@googlemail.com", "marialopez+2@gmail.com"));
  expect(await mailboxOf(dotted)).toEqual(hint("marialopez+2@gmail.com", "marialopez@gmail.com"));
  expect(await mailboxOf(stranger)).toEqual([]);
  const workspaceId = form.owner.workspace.id;
  await eraseClaim({ workspaceId, access: await findAccess(workspaceId), submissionId: tagged.id });
  expect(await mailboxOf(plain)).toEqual(hint("Maria.Lopez@googlemail.com"));
});

test("a link whose placeholder was not replaced is named with how to mend it, for a claim and for the latest", async () => {
  const form = await createForm();
  const pageUrl = `https://attesto.example/optin/${form.slug}?utm_source=facebook&utm_campaign=`;
  await submitForm(form, { pageUrl: `${pageUrl}nov` });
  const claim = await submitForm(form, { pageUrl: `${pageUrl}%7B%7Bcampaign.nme%7D%7D` });
  await submitForm(form, { pageUrl: `${pageUrl}__CAMPAIGN_NAME__` });
  await submitForm(form, { pageUrl: `${pageUrl}{{campaign.nme}}` });

  expect(claim).toMatchObject({ utmCampaign: null, campaign: null, source: "facebook" });
  const misspelled = {
    parameter: "utm_campaign",
    macro: "{{campaign.nme}}",
    advice: expect.stringMatching(/spelled exactly, for example \{\{campaign\.name\}\}/),
  };
  expect((await findHints(claim)).filter(({ kind }) => kind === "macro")).toEqual([
    { kind: "macro", ...misspelled },
  ]);
  const { owner } = form;
  const workspaceId = owner.workspace.id;
  expect(await findLinkMistakes({ workspaceId, formId: form.id })).toEqual([
    misspelled,
    {
      parameter: "utm_campaign",
      macro: "__CAMPAIGN_NAME__",
      advice: expect.stringContaining("TikTok replaces it only in the ad’s destination URL"),
    },
  ]);
  const other = await createForm({ owner });
  expect(await findLinkMistakes({ workspaceId, formId: other.id })).toEqual([]);
});

test("an amount far above those verified at the broker is named, and decides nothing", async () => {
  const form = await createForm();
  for (let index = 0; index < 5; index++) {
    const { id } = await submitForm(form, { amount: "100", currency: "EUR" });
    const workspaceId = form.owner.workspace.id;
    await decideSubmission({
      access: await findAccess(workspaceId),
      submissionId: id,
      input: { status: "handled" },
    });
  }
  const usual = await submitForm(form, { amount: "999", currency: "EUR" });
  const large = await submitForm(form, { amount: "1000", currency: "EUR" });
  const hint = { kind: "amount", largest: "100.00", currency: "EUR" };

  expect(await findHints(large)).toContainEqual(hint);
  expect(await findHints(usual)).not.toContainEqual(hint);
  expect(await Submission.count({ where: { status: "pending" } })).toBe(2);
});
