import { expect, test } from "vitest";
import { fromNow } from "#app/database/leases.server.ts";
import { HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { EventConsumption, Statement } from "#app/models/index.server.ts";
import { changeReference } from "#app/services/submissions/change-reference.server.ts";
import { createForm, signInAs, submitForm } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { readText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";
import { createStatementsClient } from "../../support/statements-client.ts";

const site = serveSite();
const { upload, decide } = createStatementsClient(site);
const path = "/api/statements";

const toText = (html: string) => readText(html, "main") ?? "";

const time = (ms: number) => new Date(Date.now() - ms).toISOString().slice(0, 19).replace("T", " ");
const deposit = (login: string, amount = "250.00", before = MINUTE) =>
  `${login};${time(before)}Z;Deposit;${amount};EUR`;

test("a claim that comes after its statement is matched with it, and the overview leads to it", async () => {
  const form = await createForm();
  const { token, cookie } = await signInAs(form.owner);
  await submitForm(form, { reference: "8412337", amount: "250" });
  const first = await upload(token, form, [deposit("8412337"), deposit("8412338")]);
  expect(first.groups.certain.count).toBe(1);
  const overview = async () => toText((await site.send("/dashboard/overview", { cookie })).text);
  expect(await overview()).not.toContain("already uploaded");

  const stranger = await submitForm(form, { reference: "7000001", amount: "250" });
  const claim = await submitForm(form, { reference: "8412338", amount: "250" });
  await eventually(async () => {
    const { json } = await site.send(`${path}/${first.id}`, { token });
    expect(json.statement.groups.certain.count).toBe(2);
    // A claim of the last minute may be matched more than once.
    expect(json.statement.version).toBeGreaterThan(first.version);
  });
  expect(await overview()).toContain("1 new claim is in statements you have already uploaded.");
  const stale = { group: "certain", status: "handled", version: first.version };
  expect(await site.send(`${path}/${first.id}/decide`, { token, json: stale })).toMatchObject({
    status: 409,
    json: { code: "changed_meanwhile" },
  });
  expect(await decide(token, first.id)).toBe(2);
  expect((await claim.reload()).status).toBe("handled");
  expect((await stranger.reload()).status).toBe("pending");
  expect(await overview()).not.toContain("already uploaded");
});

test("a claim that comes while its statement is matched is matched with it once that has ended", async () => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const { id } = await upload(token, form, [deposit("8412337"), deposit("8412338")]);
  const where = { id };
  await eventually(async () => expect((await Statement.findOne({ where }))?.dueAt).toBeNull());
  await Statement.update({ leaseToken: newId(), dueAt: fromNow(HOUR) } as object, { where });
  await submitForm(form, { reference: "8412338", amount: "250" });
  const mark = await EventConsumption.findOne({ where: { consumer: "later-claims" }, rejectOnEmpty: true });
  await eventually(async () => expect(+(await mark.reload()).dueAt).toBeGreaterThan(Date.now() + SECOND));
  await Statement.update({ leaseToken: null, dueAt: null }, { where });
  await eventually(async () => {
    const { json } = await site.send(`${path}/${id}`, { token });
    expect(json.statement.groups.certain.count).toBe(1);
  });
});

test("a claim that waits again, or has another account number, is matched with its statement again", async () => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const claim = await submitForm(form, { reference: "8412339", amount: "250" });
  const { id } = await upload(token, form, [deposit("8412337"), deposit("8412338")]);
  const expectCertain = (count: number) =>
    eventually(async () => {
      const { json } = await site.send(`${path}/${id}`, { token });
      expect(json.statement.groups.certain.count).toBe(count);
    });
  const { workspaceId, id: submissionId } = claim;
  await changeReference({ workspaceId, submissionId, reference: "8412338" });
  await expectCertain(1);
  await site.decide(token, submissionId, { status: "rejected" });
  await site.decide(token, submissionId, { status: "pending" });
  await eventually(async () =>
    expect(await EventConsumption.count({ where: { consumer: "later-claims" } })).toBe(0),
  );
  await expectCertain(1);
});
