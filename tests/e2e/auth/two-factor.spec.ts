import type { Page } from "@playwright/test";
import { Authenticator, RecoveryCode, Session } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, signInAs } from "../../factories/index.ts";
import { createCode, switchTwoStepOn } from "../../factories/two-factor.ts";
import { TwoFactorPage } from "../pages/two-factor-page.ts";
import { errorSummary } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const password = "verify-what-is-true";
/** The key as it is typed, without its spaces. */
const keyShown = async (page: Page) => ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");

const PAGE = "/dashboard/settings/security/two-step";

test("an app is set up by its key, and signs in with a code that was shown once", async ({
  page,
  signedInAs,
  context,
  signInPage,
  hasScript,
}) => {
  const owner = await createOwner({ password });
  await signedInAs(owner);
  await page.goto(PAGE);
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("img", { name: "QR code for the app" })).toBeVisible();
  const secret = await keyShown(page);
  const field = page.getByLabel("Code", { exact: true });
  await field.fill("000000");
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(errorSummary(page)).toContainText(messages.twoFactor.wrongFirstCode);
  await expect(page).toHaveTitle(/^Error: Two-step sign-in/);
  await expect(field).toHaveValue("");
  expect(await keyShown(page)).toBe(secret);

  await field.fill(createCode(secret));
  await page.getByRole("button", { name: "Switch on" }).click();
  const shown = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(shown).toHaveCount(10);
  const codes = await shown.allTextContents();
  const file = page.getByRole("link", { name: "Download" });
  await expect(file).toHaveAttribute("download", "attesto-recovery-codes.txt");
  expect(decodeURIComponent((await file.getAttribute("href")) ?? "")).toContain(codes.join("\n"));
  await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(hasScript ? 1 : 0);

  await page.goto(PAGE);
  await expect(page.getByText("10 of 10 recovery codes are left.")).toBeVisible();
  expect(await page.content()).not.toContain(codes[0] ?? "");

  await context.clearCookies();
  await signInPage.open();
  await signInPage.submit({ usernameOrEmail: owner.email, password });
  await page.getByRole("link", { name: "Use a recovery code instead" }).click();
  const twoFactor = new TwoFactorPage(page);
  await twoFactor.recoveryCode.fill(codes[9] ?? "");
  await twoFactor.signIn.click();
  await expect(page).toHaveURL("/dashboard/overview");
});

test("new recovery codes are made, and a warning shown when few are left", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  const owner = await createOwner({ password });
  const { secret, recoveryCodes } = await switchTwoStepOn(owner);
  const codes = await RecoveryCode.findAll({ where: { userId: owner.id }, limit: 8 });
  await RecoveryCode.update({ usedAt: new Date() }, { where: { id: codes.map(({ id }) => id) } });
  await signedInAs(owner);
  await page.goto(PAGE);
  await expect(page.getByText("Few recovery codes are left.")).toBeVisible();

  const form = page.locator("form").filter({ hasText: "Create new codes" });
  await form.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Create new codes" }).click();
  await expect(errorSummary(page)).toContainText(messages.twoFactor.wrongCode);
  await expect(form.getByLabel("Code")).toHaveValue("");
  await form.getByLabel("Code").fill(createCode(secret));
  await page.getByRole("button", { name: "Create new codes" }).click();
  const list = page.getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  for (const code of recoveryCodes) await expect(list).not.toContainText(code);
});

test("two-step sign-in is switched off with a code", { tag: "@once" }, async ({ page, signedInAs }) => {
  const owner = await createOwner({ password });
  const { secret } = await switchTwoStepOn(owner);
  await signedInAs(owner);
  await page.goto(PAGE);
  await page.locator("form").filter({ hasText: "Switch off" }).getByLabel("Code").fill(createCode(secret));
  await page.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByRole("heading", { name: "Two-step sign-in is off" })).toBeVisible();
  await expect(page.getByText(messages.twoFactor.switchedOff).first()).toBeVisible();
  expect(await Authenticator.count({ where: { userId: owner.id } })).toBe(0);
});

test("the key of two-step sign-in is shown after a recent authentication only", { tag: "@audit" }, async ({
  page,
  context,
  siteUrl,
}) => {
  const owner = await createOwner({ password });
  const { cookie, sessionId } = await signInAs(owner);
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: siteUrl }]);
  await page.goto(PAGE);
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.locator("code")).toBeVisible();
  await Session.update({ authenticatedAt: new Date(Date.now() - 16 * 60_000) }, { where: { id: sessionId } });
  await page.goto(PAGE);
  await expect(page).toHaveURL(/\/reauthenticate\?returnTo=/);
});
