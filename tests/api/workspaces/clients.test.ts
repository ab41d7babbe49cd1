import { expect, test } from "vitest";
import { Session } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { toWorkspaceFingerprint } from "#app/services/workspaces/workspace-fingerprint.server.ts";
import {
  addMember,
  createForm,
  createMember,
  createOwner,
  type Form,
  signInAs,
  submitForm,
} from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { plainText } from "../../support/html.ts";
import { createSpend } from "../../support/money.ts";
import { serveSite } from "../../support/site.ts";
import { createTier } from "../../support/tiers.ts";

const site = serveSite();

/** Two claims, one of them verified with 250, of which 125 is earned, and 60 of spend. */
async function createClient(currency: string): Promise<Form> {
  const form = await createForm({ owner: await createOwner({ currency }) });
  await createTier(form.platforms[0]?.id ?? "", { currency });
  const { token } = await signInAs(form.owner);
  const claim = { amount: "250", currency };
  const { id } = await submitForm(form, claim);
  await submitForm(form, claim);
  await site.decide(token, id, { status: "handled", amount: "250", currency });
  await createSpend(form, "60", { currency });
  return form;
}

const readRow = (html: string, { owner }: Form) => {
  const [, ...rows] = html.split("</tbody>")[0]?.split("<tr") ?? [];
  const row = rows.find((one) => one.includes(owner.workspace.name)) ?? "";
  return { html: row.replaceAll("&amp;", "&"), text: plainText(`<tr${row}`) };
};

test("the clients stand beside each other with what each role may see, in each one's own currency", async () => {
  const person = await createOwner();
  const [own, checked] = [await createClient("USD"), await createClient("GBP")];
  await addMember(own.owner, person, "manager");
  await addMember(checked.owner, person, "checker");
  const { cookie } = await signInAs(person);
  await eventually(async () => {
    const { text } = await site.send(paths.workspaces(), { cookie });
    expect(readRow(text, own).text).toMatch(/Manager 1 0 100% 21–100% \$60\.00 \$65\.00 0 $/);
    expect(readRow(text, checked).text).toMatch(/Checker 1 0 0 $/);
    expect(plainText(text)).not.toContain("£");
  });
});

test("a number of a client opens its page in that client's workspace", async () => {
  const person = await createOwner();
  const client = await createClient("EUR");
  await addMember(client.owner, person, "manager");
  const { cookie, sessionId } = await signInAs(person);
  const { text } = await site.send(paths.workspaces(), { cookie });
  const { html } = readRow(text, client);
  const mark = toWorkspaceFingerprint(client.owner.workspace);
  const toCheck = paths.inWorkspace({ mark, to: paths.submissions({ status: "pending" }) });
  expect(html).toContain(`href="${toCheck}"`);
  const opened = await site.send(toCheck, { cookie });
  expect(opened.headers.get("location")).toBe(paths.submissions({ status: "pending" }));
  expect((await Session.findByPk(sessionId))?.workspaceId).toBe(client.owner.workspace.id);
});

test("the menu of the account says what each workspace has to check, and leads to all clients, as the overview does", async () => {
  const person = await createOwner();
  const form = await createForm();
  await submitForm(form);
  await submitForm(form);
  await addMember(form.owner, person, "checker");
  const { cookie } = await signInAs(person);
  const { text } = await site.send(paths.overview(), { cookie });
  expect(plainText(text)).toContain(`${form.owner.workspace.name} 2 to check`);
  expect(text.split(`href="${paths.workspaces()}"`)).toHaveLength(3);
});

test("menu and overview of somebody with one workspace have neither its counts nor a way to all clients", async () => {
  const form = await createForm();
  await submitForm(form);
  const { cookie } = await signInAs(await createMember(form.owner, "checker"));
  const { text } = await site.send(paths.overview(), { cookie });
  expect(text).not.toContain(`href="${paths.workspaces()}"`);
  expect(plainText(text)).not.toContain(`${form.owner.workspace.name} 1 to check`);
});
