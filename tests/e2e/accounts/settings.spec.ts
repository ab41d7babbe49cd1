import { User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, signInAs } from "../../factories/index.ts";
import { errorSummary } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const password = "verify-what-is-true";

test("the menu leads through all sections of the settings", { tag: "@once" }, async ({
  page,
  inbox,
  signedInAs,
}) => {
  await signedInAs(await createOwner({ password }));
  await page.goto("/dashboard/overview");
  await inbox.openAccountMenu();
  await page.locator("details").getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL("/dashboard/settings/account");
  const tabs = page.getByRole("navigation", { name: "Settings" });
  for (const name of ["Security", "Preferences", "Team", "API keys", "Account"]) {
    await tabs.getByRole("link", { name }).click();
    await expect(tabs.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
  }
  for (const [tab, part, section] of [
    ["Security", "Change password", "password"],
    ["Security", "Allow support access", "support-access"],
    ["Preferences", "Choose notifications", "notifications"],
    ["Preferences", "Set exchange rates", "exchange-rates"],
  ] as const) {
    await tabs.getByRole("link", { name: tab }).click();
    await page.getByRole("main").getByRole("link", { name: part }).click();
    await expect(page).toHaveURL(`/dashboard/settings/${section}`);
    await expect(tabs.getByRole("link", { name: tab })).toHaveAttribute("aria-current", "page");
  }
});

test("an owner saves the profile, and says at the field what cannot be saved", async ({
  page,
  inbox,
  signedInAs,
}) => {
  const owner = await createOwner();
  await signedInAs(owner);
  await page.goto("/dashboard/settings/account");
  await page.getByLabel("Name", { exact: true }).fill("Iria Vázquez");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(inbox.flash(messages.profile.profileUpdated)).toBeVisible();
  await page.getByLabel("Phone number").fill("12");
  await page.getByRole("button", { name: "Save phone number" }).click();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByText(messages.profile.phoneFailed)).toHaveCount(0);
  await expect(page.getByLabel("Phone number")).toHaveValue("12");
  await expect(page.getByLabel("Phone number")).toHaveAccessibleDescription(
    new RegExp(messages.fields.phoneShape),
  );
  expect((await User.findByPk(owner.id))?.name).toBe("Iria Vázquez");
});

test("an owner changes the password and goes on with this device", async ({ page, inbox, signedInAs }) => {
  await signedInAs(await createOwner({ password }));
  await page.goto("/dashboard/settings/password");
  await page.getByLabel("Current password").fill("something else");
  await page.getByLabel("New password").fill("staple of another kind");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(errorSummary(page)).toContainText(messages.profile.wrongPassword);
  await expect(page.getByLabel("New password")).toHaveValue("");
  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("New password").fill("staple of another kind");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(inbox.flash(messages.profile.passwordUpdated)).toBeVisible();
});

test("a new key is shown once", async ({ page, signedInAs }) => {
  await signedInAs(await createOwner());
  await page.goto("/dashboard/settings/api-keys");
  await page.getByLabel("Name").fill("Reports");
  await page.getByLabel("Read statistics").check();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.locator("pre")).toHaveText(/^att_[\w-]{43}$/);
  await page.goto("/dashboard/settings/api-keys");
  await expect(page.locator("pre")).toHaveCount(0);
  await expect(page.locator("b").filter({ hasText: "Reports" })).toBeVisible();
});

test("an owner signs another device out", async ({ page, inbox, signedInAs }) => {
  const owner = await createOwner();
  await signInAs(owner);
  await signedInAs(owner);
  await page.goto("/dashboard/settings/security");
  await page.getByRole("button", { name: "Sign out all other devices" }).click();
  await expect(inbox.flash(messages.sessions.othersEnded)).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign out all other devices" })).toHaveCount(0);
});

test("an owner deletes the account once the username is typed", async ({ page, inbox, signedInAs }) => {
  const owner = await createOwner();
  await signedInAs(owner);
  await page.goto("/dashboard/settings/account");
  await page.getByRole("link", { name: "Delete account…" }).click();
  await page.getByLabel("Type your username").fill("somebody");
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(errorSummary(page)).toContainText(messages.leaving.typeUsername);
  await page.getByLabel("Type your username").fill(owner.username);
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(page).toHaveURL("/login");
  await expect(inbox.flash(messages.leaving.deleted)).toBeVisible();
});
