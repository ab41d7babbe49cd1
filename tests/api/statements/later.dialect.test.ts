import { expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { HOUR, MINUTE } from "#app/lib/dates.ts";
import { JobRun, Statement } from "#app/models/index.server.ts";
import { noticeLaterClaims } from "#app/services/statements/later-claims.server.ts";
import { LATER_CLAIMS_JOB } from "#app/services/submissions/claim-marks.server.ts";
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

test("a process that starts matches no statement again for claims that its matching has seen", async () => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const anHourAgo = new Date(Date.now() - HOUR);
  const { id: claimId } = await submitForm(form, { reference: "8412337", amount: "250", now: anHourAgo });
  await sequelize.query(
    `UPDATE submissions SET updatedAt = ${escapeValue(anHourAgo)} WHERE id = '${claimId}'`,
  );
  const { id } = await upload(token, form, [deposit("8412337", "250.00", HOUR)]);
  const readDueAt = async () => (await Statement.findByPk(id))?.dueAt;
  await eventually(async () => expect(await readDueAt()).toBeNull());
  await JobRun.update({ mark: null }, { where: { name: LATER_CLAIMS_JOB } });
  await noticeLaterClaims();
  expect(await readDueAt()).toBeNull();
});
