import { beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#app/lib/dates.ts";
import { Delivery, DeliveryAttempt, Submission } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { erasePerson } from "#app/services/bulk/erase-person.server.ts";
import { resendDelivery } from "#app/services/deliveries/resend-delivery.server.ts";
import { eraseOldClaims } from "#app/services/people/erase-old-claims.server.ts";
import { findPerson } from "#app/services/people/find-person.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { createPrivateToken, getByPrivateLink } from "#app/services/submissions/private-links.server.ts";
import {
  connectMeta,
  createForm,
  type Form,
  findMember,
  signInAs,
  submitForm,
  uniqueEmail,
} from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";

const phone = "+34600555987";
const page = "https://example.com/optin?utm_source=instagram&utm_campaign=bio&fbclid=IwAR-of-somebody";

let form: Form;
let workspaceId: string;
let member: Member;
let email: string;
beforeEach(async () => {
  form = await createForm({ allowRepeat: true });
  workspaceId = form.owner.workspace.id;
  member = await findMember(await signInAs(form.owner));
  email = uniqueEmail();
});

const claim = (options: Parameters<typeof submitForm>[1] = {}) =>
  submitForm(form, { email, phone, pageUrl: page, reference: "NG-4711", ...options });
const verify = ({ id: submissionId }: Submission) =>
  decideSubmission({
    access: member.access,
    submissionId,
    input: { status: "handled", amount: undefined, currency: undefined },
  });

/** All that the database holds about a claim, as one text. */
async function readText({ id }: Submission): Promise<string> {
  const deliveries = await Delivery.findAll({
    where: { submissionId: id },
    include: [{ model: DeliveryAttempt, as: "attempts" }],
  });
  return JSON.stringify([await Submission.findByPk(id), deliveries]);
}

describe("person", () => {
  test("a person is found by email in any case and by phone, with every claim and nobody else's", async () => {
    const [first, second] = [await claim(), await claim({ email: uniqueEmail() })];
    await claim({ email: uniqueEmail(), phone: "+34600555111" });
    const foreign = await createForm();
    await submitForm(foreign, { email, phone });
    const findIds = async (search: string) =>
      (await findPerson({ workspaceId, search }))?.claims.map(({ id }) => id).sort();
    expect(await findIds(` ${email.toUpperCase()} `)).toEqual([first.id]);
    expect(await findIds("+34 600 555 987")).toEqual([first.id, second.id].sort());
    expect(await findIds("nobody@example.com")).toEqual([]);
    expect(await findIds("Iria")).toBeUndefined();
  });

  test("a person is found by a number as each form's country writes it, also of a deleted form", async () => {
    await form.row.update({ phoneCountry: "ES" });
    await createForm({ owner: form.owner, phoneCountry: "PL" });
    const spanish = await claim();
    const polish = await claim({ email: uniqueEmail(), phone: "+48600555111" });
    const twin = await claim({ email: uniqueEmail(), phone: "+48600555333" });
    await form.row.update({ deletedAt: new Date() });
    const search = (text: string) => findPerson({ workspaceId, search: text });
    const findIds = async (text: string) => (await search(text))?.claims.map(({ id }) => id);
    expect(await findIds("600 555 987")).toEqual([spanish.id]);
    expect(await findIds("600 555 111")).toEqual([polish.id]);

    // Of two people with one number in two countries, none is shown, exported or erased for the other.
    await twin.update({ phone: "+48600555987" });
    const refusal = { message: messages.people.severalNumbers(["+34600555987", "+48600555987"]) };
    await expect(search("600 555 987")).rejects.toMatchObject(refusal);
    await expect(erasePerson({ access: member.access, search: "600 555 987" })).rejects.toMatchObject(
      refusal,
    );
    expect(await findIds("+48 600 555 987")).toEqual([twin.id]);
  });

  test("a person is erased from every table, and the claims keep day, broker, amount and status", async () => {
    await connectMeta(form.owner);
    const [verified, pending] = [await claim(), await claim({ now: new Date(Date.now() - DAY) })];
    await verify(verified);
    await Delivery.update(
      { leaseToken: null, state: "failed", dueAt: null, attemptCount: 1 },
      { where: { submissionId: verified.id } },
    );
    await DeliveryAttempt.update(
      { request: JSON.stringify({ event: { em: email } }) },
      { where: { workspaceId } },
    );
    expect(await erasePerson({ access: member.access, search: email })).toEqual({
      erased: 2,
      waiting: 0,
      adPlatforms: ["meta"],
      job: null,
    });
    for (const row of [verified, pending]) {
      const text = await readText(row);
      for (const trace of [email, phone, "NG-4711", "IwAR-of-somebody", "203.0.113.7", "iPhone"])
        expect(text).not.toContain(trace);
    }
    const rows = await Submission.findAll({ where: { workspaceId }, order: [["createdAt", "DESC"]] });
    expect(rows).toMatchObject([
      {
        status: "handled",
        day: verified.day,
        platformId: verified.platformId,
        source: "instagram",
        campaign: "bio",
      },
      { status: "rejected", day: pending.day },
    ]);
    expect(Number(rows[0]?.amount)).toBe(250);
    await expectTotalsToBeTrue();

    // Nothing can be sent or looked at any more, and the person may claim again.
    await expect(verify(pending)).rejects.toMatchObject({ code: "erased" });
    const delivery = await Delivery.findOne({ where: { submissionId: verified.id }, rejectOnEmpty: true });
    await expect(resendDelivery({ access: member.access, deliveryId: delivery.id })).rejects.toMatchObject({
      code: "erased",
    });
    await expect(
      getByPrivateLink({ slug: form.slug, token: createPrivateToken(verified.id) }),
    ).rejects.toMatchObject({ status: 404 });
    expect(await findPerson({ workspaceId, search: email })).toMatchObject({ claims: [], total: 0 });
    expect((await claim()).uniqueEmail).not.toBeNull();
  });

  test("a person waits while an event is being sent", async () => {
    await connectMeta(form.owner);
    const sending = await claim();
    await verify(sending);
    await Delivery.update(
      { leaseToken: "somebody", state: "queued", dueAt: new Date(Date.now() + MINUTE) },
      { where: { submissionId: sending.id } },
    );
    expect(await erasePerson({ access: member.access, search: email })).toMatchObject({
      erased: 0,
      waiting: 1,
    });
    expect((await findPerson({ workspaceId, search: phone }))?.total).toBe(1);
  });
});

describe("old claims", () => {
  const now = new Date();
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  const isErased = async ({ id }: Submission) =>
    (await Submission.findByPk(id, { rejectOnEmpty: true })).erasedAt !== null;

  test("old claims are kept for ever unless the form says how long", async () => {
    const old = await claim({ now: ago(3_000) });
    await eraseOldClaims();
    expect(await isErased(old)).toBe(false);
  });

  test("old claims lose their person after the form's days, from the claim or the decision on", async () => {
    await form.row.update({ pendingRetentionDays: 30, handledRetentionDays: 60 });
    const [unchecked, fresh, decided, lately] = [
      await claim({ now: ago(31) }),
      await claim({ now: ago(29) }),
      await claim({ now: ago(90) }),
      await claim({ now: ago(91) }),
    ];
    for (const row of [decided, lately]) await verify(row);
    await Submission.update({ handledAt: ago(61) }, { where: { id: decided.id } });
    await Submission.update({ handledAt: ago(59) }, { where: { id: lately.id } });
    await eraseOldClaims();
    expect(await Promise.all([unchecked, fresh, decided, lately].map(isErased))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    await expectTotalsToBeTrue();
    await eraseOldClaims();
    expect(await isErased(fresh)).toBe(false);
  });

  test("old claims wait until their event has ended", async () => {
    await connectMeta(form.owner);
    await form.row.update({ handledRetentionDays: 1 });
    const parked = await claim({ now: new Date(Date.now() - 3 * DAY - HOUR) });
    await verify(parked);
    await Submission.update({ handledAt: ago(2) }, { where: { id: parked.id } });
    const where = { where: { submissionId: parked.id } };
    await Delivery.update({ state: "parked", leaseToken: null, dueAt: null }, where);
    await eraseOldClaims();
    expect(await isErased(parked)).toBe(false);
    await Delivery.update({ state: "sent" }, where);
    await eraseOldClaims();
    expect(await isErased(parked)).toBe(true);
  });
});
