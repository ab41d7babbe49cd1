import { addHours } from "date-fns";
import { Session, Submission, WorkspaceInvitation } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  addMember,
  createForm,
  createKey,
  createMember,
  createOwner,
  submitForm,
  uniqueEmail,
} from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

test("an owner invites somebody, who joins, sees the claims and goes back to their own workspace", async ({
  page,
  inbox,
  signedInAs,
}) => {
  const form = await createForm();
  const submission = await submitForm(form);
  const person = await createOwner();
  await signedInAs(form.owner);
  await page.goto("/dashboard/settings/team");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(inbox.flash(messages.team.invited)).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: person.email })).toContainText("Checker");
  expect(await WorkspaceInvitation.count({ where: { email: person.email } })).toBe(1);

  await signedInAs(person);
  await page.goto("/dashboard/overview");
  await inbox.openAccountMenu();
  await expect(page.getByText("Workspace", { exact: true })).toHaveCount(0);
  // Without script an open menu closes only with its page, and it covers what is below.
  await page.reload();
  await page.getByRole("button", { name: `Join ${form.owner.workspace.name}`, exact: true }).click();
  await expect(page.getByRole("link", { name: submission.email }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Ad platforms" })).toHaveCount(0);

  await inbox.openAccountMenu();
  await page.getByRole("button", { name: person.workspace.name, exact: true }).click();
  await expect(inbox.flash(`You now work in ${person.workspace.name}`)).toBeVisible();
  await expect(page.getByRole("link", { name: submission.email })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Ad platforms" }).first()).toBeVisible();
});

test("somebody who works for several clients sees what waits in each, and opens it there", async ({
  page,
  inbox,
  signedInAs,
}) => {
  const person = await createOwner();
  const [form, calm] = [await createForm(), await createForm()];
  const submission = await submitForm(form);
  await Submission.update({ sendBefore: addHours(new Date(), 5) }, { where: { id: submission.id } });
  await addMember(form.owner, person, "manager");
  await addMember(calm.owner, person, "checker");
  await signedInAs(person);
  await page.goto("/dashboard/overview");
  await inbox.openAccountMenu();
  await expect(
    page.getByRole("button", { name: `${form.owner.workspace.name} 1 to check, 1 within a day` }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: calm.owner.workspace.name, exact: true })).toBeVisible();

  await page.getByRole("banner").getByRole("link", { name: "All clients" }).click();
  await expect(page.getByRole("heading", { name: "All clients", level: 1 })).toBeVisible();
  const names = page.getByRole("rowheader").getByRole("link");
  await expect(names.first()).toHaveText(form.owner.workspace.name);
  await expect(names).toHaveCount(3);
  const row = page.getByRole("row").filter({ hasText: form.owner.workspace.name });
  await row.getByRole("link", { name: "1" }).nth(1).click();
  await expect(inbox.flash(`You now work in ${form.owner.workspace.name}`)).toBeVisible();
  await expect(page.getByRole("banner")).toContainText(form.owner.workspace.name);
  await expect(page.getByRole("link", { name: submission.email }).first()).toBeVisible();
  await expect(inbox.view("Expiring")).toHaveAttribute("aria-current", "page");
});

test("an owner removes a member after a question", async ({ page, inbox, signedInAs }) => {
  const owner = await createOwner();
  const person = await createOwner();
  await addMember(owner, person, "viewer");
  await signedInAs(owner);
  await page.goto("/dashboard/settings/team");
  const row = page.getByRole("listitem").filter({ hasText: person.email });
  await row.getByText("Remove…").click();
  await row.getByRole("button", { name: "Remove member" }).click();
  await expect(inbox.flash(messages.team.memberRemoved)).toBeVisible();
  await expect(row).toHaveCount(0);
});

test("an owner who invites a manager long after signing in confirms the password, and what was typed stays", {
  tag: "@once",
}, async ({ page, inbox, signedInAs }) => {
  const password = "correct horse battery staple";
  const owner = await createOwner({ password });
  const email = uniqueEmail();
  await signedInAs(owner);
  await Session.update({ authenticatedAt: new Date(0) }, { where: { userId: owner.id } });
  await page.goto("/dashboard/settings/team");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Role", { exact: true }).selectOption("manager");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText(messages.team.notDoneYet.invite)).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("Role", { exact: true })).toHaveValue("manager");
  expect(await WorkspaceInvitation.count({ where: { email } })).toBe(0);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(inbox.flash(messages.team.invited)).toBeVisible();
  expect(await WorkspaceInvitation.count({ where: { email, role: "manager" } })).toBe(1);
});

test("an owner removes a member with the API keys that the member created", { tag: "@audit" }, async ({
  page,
  inbox,
  signedInAs,
}) => {
  const owner = await createOwner();
  const person = await createMember(owner, "manager");
  const { apiKey } = await createKey(owner, { user: person });
  await signedInAs(owner);
  await page.goto("/dashboard/settings/team");
  const row = page.getByRole("listitem").filter({ hasText: person.email });
  await row.getByText("Remove…").click();
  await expect(row.getByText("They created an API key that works: Reports.")).toBeVisible();
  await row.getByLabel("Revoke this key too").check();
  await row.getByRole("button", { name: "Remove member" }).click();
  await expect(inbox.flash(messages.team.memberRemoved)).toBeVisible();
  expect((await apiKey.reload()).revokedAt).not.toBeNull();
});

test("somebody creates another workspace, and deletes it after typing its name", async ({
  page,
  inbox,
  signedInAs,
}) => {
  const owner = await createOwner();
  await signedInAs(owner);
  await page.goto("/dashboard/settings/team");
  await page.getByLabel("Name of the new workspace").fill("Halden Partners");
  await page.getByRole("button", { name: "Create workspace" }).click();
  await expect(inbox.flash(messages.team.created)).toBeVisible();
  await expect(page.getByRole("banner")).toContainText("Halden Partners");

  await page.goto("/dashboard/settings/team");
  await page.getByRole("link", { name: "Delete workspace…" }).click();
  const name = page.getByLabel("Type the name of the workspace");
  await name.fill("Halden");
  await page.getByRole("button", { name: "Delete workspace" }).click();
  await expect(page.getByText(messages.team.typeName).first()).toBeVisible();
  await name.fill("Halden Partners");
  await page.getByRole("button", { name: "Delete workspace" }).click();
  await expect(inbox.flash(messages.team.deleted)).toBeVisible();
  await expect(page.getByRole("banner")).not.toContainText("Halden Partners");
});

test("the list of clients stays within the window where a name is long", { tag: "@once" }, async ({
  page,
  signedInAs,
}) => {
  const [owner, other] = [await createOwner(), await createOwner()];
  const name = "Gesellschaft für außerordentlich lange Reisen und Meer, Maximilianstraße";
  await other.workspace.update({ name });
  await addMember(other, owner, "manager");
  await signedInAs(owner);
  await page.goto("/dashboard/workspaces");
  await expect(page.getByRole("link", { name })).toBeVisible();
  const { over } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { over: scrollWidth - clientWidth };
  });
  expect(over).toBe(0);
});
