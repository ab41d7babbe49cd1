import { messages } from "#app/schemas/messages/index.ts";
import { createOwner } from "../../factories/index.ts";
import { switchTwoStepOn } from "../../factories/two-step.ts";
import { SecondStepPage } from "../pages/second-step-page.ts";
import { errorSummary, expectNoErrors } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const password = "verify-what-is-true";

test("nothing is left of what was wrong once a form of the account was taken", async ({
  page,
  inbox,
  signedInAs,
}) => {
  await signedInAs(await createOwner());
  await page.goto("/dashboard/settings/account");
  await page.getByLabel("Street and number").fill("x".repeat(201));
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(errorSummary(page)).toContainText("200");

  await page.getByLabel("Street and number").fill(" Rúa 1 ");
  await page.getByRole("button", { name: "Save address" }).click();

  await expect(inbox.said(messages.profile.addressUpdated)).toBeVisible();
  await expectNoErrors(page);
  await expect(page).toHaveTitle(/^Account settings/);
  await expect(page.getByLabel("Street and number")).toHaveValue("Rúa 1");
});

test("nothing is left of what was wrong once a link was asked for", async ({ page }) => {
  await page.goto("/forgot-password");
  await page.getByLabel("E-mail").fill("nobody");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(new RegExp(messages.fields.emailShape));

  await page.getByLabel("E-mail").fill("nobody@example.com");
  await page.getByRole("button", { name: "Send the link" }).click();

  await expect(page.getByText(messages.auth.resetSent)).toBeVisible();
  await expectNoErrors(page);
});

test("passwords do not stay in their fields once they were changed", async ({ page, inbox, signedInAs }) => {
  await signedInAs(await createOwner({ password }));
  await page.goto("/dashboard/settings/password");
  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("New password").fill("staple of another kind");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(inbox.said(messages.profile.passwordUpdated)).toBeVisible();
  await expect(page.getByLabel("Current password")).toHaveValue("");
  await expect(page.getByLabel("New password")).toHaveValue("");
});

test("what was wrong with a code is not said of the other kind of code", async ({ page, signInPage }) => {
  const owner = await createOwner({ password });
  await switchTwoStepOn(owner);
  await signInPage.open();
  await signInPage.submit({ usernameOrEmail: owner.email, password });
  await new SecondStepPage(page).submit("000000");
  await expect(page.getByLabel("Code")).toHaveAccessibleDescription(new RegExp(messages.twoFactor.wrongCode));

  await page.getByRole("link", { name: "Use a recovery code instead" }).click();

  await expect(page.getByLabel("Recovery code")).toBeVisible();
  await expectNoErrors(page);
});
