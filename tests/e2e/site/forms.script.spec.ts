import { messages } from "#app/schemas/messages/index.ts";
import { createOwner } from "../../factories/index.ts";
import { switchTwoStepOn } from "../../factories/two-factor.ts";
import { TwoFactorPage } from "../pages/two-factor-page.ts";
import { errorSummary, expectNoErrors } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const password = "verify-what-is-true";

test("no error remains once an account form is accepted", async ({ page, inbox, signedInAs }) => {
  await signedInAs(await createOwner());
  await page.goto("/dashboard/settings/account");
  await page.getByLabel("Street and number").fill("x".repeat(201));
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(errorSummary(page)).toContainText("200");

  await page.getByLabel("Street and number").fill(" Rúa 1 ");
  await page.getByRole("button", { name: "Save address" }).click();

  await expect(inbox.flash(messages.profile.addressUpdated)).toBeVisible();
  await expectNoErrors(page);
  await expect(page).toHaveTitle(/^Account settings/);
  await expect(page.getByLabel("Street and number")).toHaveValue("Rúa 1");
});

test("the error of a field goes away when somebody types in it again", async ({ page, signedInAs }) => {
  await signedInAs(await createOwner());
  await page.goto("/dashboard/settings/account");
  const phone = page.getByLabel("Phone number");
  const save = page.getByRole("button", { name: "Save phone number" });
  await phone.fill("12");
  await save.click();
  await expect(phone).toHaveAccessibleDescription(new RegExp(messages.fields.phoneShape));
  await expect(errorSummary(page)).toContainText(messages.fields.phoneShape);

  await phone.press("End");
  await phone.pressSequentially("3");
  await expect(phone).not.toHaveAccessibleDescription(new RegExp(messages.fields.phoneShape));
  await expect(phone).not.toHaveAttribute("aria-invalid");
  await expect(page.locator("[id$='-error']")).toHaveCount(0);
  await expect(errorSummary(page)).toHaveCount(0);

  await save.click();
  await expect(phone).toHaveAccessibleDescription(new RegExp(messages.fields.phoneShape));
  await expect(errorSummary(page)).toContainText(messages.fields.phoneShape);
});

test("no error remains once a link is requested", { tag: "@audit" }, async ({ page }) => {
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(new RegExp(messages.fields.emailShape));

  await page.getByLabel("Email").fill("nobody@example.com");
  await page.getByRole("button", { name: "Send the link" }).click();

  await expect(page.getByText(messages.auth.resetSent)).toBeVisible();
  await expectNoErrors(page);
});

test("passwords do not stay in their fields once they were changed", { tag: "@audit" }, async ({
  page,
  inbox,
  signedInAs,
}) => {
  await signedInAs(await createOwner({ password }));
  await page.goto("/dashboard/settings/password");
  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("New password").fill("staple of another kind");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(inbox.flash(messages.profile.passwordUpdated)).toBeVisible();
  await expect(page.getByLabel("Current password")).toHaveValue("");
  await expect(page.getByLabel("New password")).toHaveValue("");
});

test("an error about one kind of code is not shown for the other kind", { tag: "@audit" }, async ({
  page,
  signInPage,
}) => {
  const owner = await createOwner({ password });
  await switchTwoStepOn(owner);
  await signInPage.open();
  await signInPage.submit({ usernameOrEmail: owner.email, password });
  await new TwoFactorPage(page).submit("000000");
  await expect(page.getByLabel("Code")).toHaveAccessibleDescription(new RegExp(messages.twoFactor.wrongCode));

  await page.getByRole("link", { name: "Use a recovery code instead" }).click();

  await expect(page.getByLabel("Recovery code")).toBeVisible();
  await expectNoErrors(page);
});
