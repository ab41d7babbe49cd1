import { AccountToken } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner } from "../../factories/index.ts";
import { createCode, switchTwoStepOn } from "../../factories/two-factor.ts";
import { TwoFactorPage } from "../pages/two-factor-page.ts";
import { expect, test } from "../support/test.ts";

const password = "verify-what-is-true";

test("two-step sign-in asks for the code after the password, and redirects to the requested page", async ({
  signInPage,
  page,
  context,
}) => {
  const owner = await createOwner({ password });
  const { secret } = await switchTwoStepOn(owner);
  const twoFactor = new TwoFactorPage(page);
  await page.goto("/dashboard/submissions?status=pending");
  await signInPage.submit({ usernameOrEmail: owner.email, password });
  await expect(page).toHaveURL(/\/login\/second-step\?returnTo=/);
  await expect(twoFactor.code).toHaveAttribute("autocomplete", "one-time-code");
  await expect(twoFactor.code).toHaveAttribute("inputmode", "numeric");

  const cookie = (await context.cookies()).find(({ name }) => name === "attesto_two_factor");
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  expect(page.url()).not.toContain(cookie?.value ?? "");
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("attesto_session");

  await twoFactor.submit("000000");
  await expect(twoFactor.summary).toContainText(messages.twoFactor.wrongCode);
  await expect(twoFactor.code).toHaveValue("");
  await expect(page).toHaveTitle(/^Error: Two-step sign-in/);

  await twoFactor.submit(createCode(secret));
  await expect(page).toHaveURL("/dashboard/submissions?status=pending");
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("attesto_two_factor");
});

test("two-step sign-in takes a recovery code in the same place", { tag: "@audit" }, async ({
  signInPage,
  page,
}) => {
  const owner = await createOwner({ password });
  const { recoveryCodes } = await switchTwoStepOn(owner);
  const twoFactor = new TwoFactorPage(page);
  await signInPage.open();
  await signInPage.submit({ usernameOrEmail: owner.email, password });
  await page.getByRole("link", { name: "Use a recovery code instead" }).click();
  await twoFactor.recoveryCode.fill(recoveryCodes[0] ?? "");
  await twoFactor.signIn.click();
  await expect(page).toHaveURL("/dashboard/overview");
});

test("two-step sign-in says beside the field that a code is missing", { tag: "@once" }, async ({
  signInPage,
  page,
}) => {
  const owner = await createOwner({ password });
  await switchTwoStepOn(owner);
  const twoFactor = new TwoFactorPage(page);
  await signInPage.open();
  await signInPage.submit({ usernameOrEmail: owner.email, password });
  await twoFactor.submit("");
  await expect(twoFactor.summary.getByRole("link")).toHaveText([messages.twoFactor.codeRequired]);
  await expect(twoFactor.code).toHaveAccessibleDescription(new RegExp(messages.twoFactor.codeRequired));
});

test("two-step sign-in starts with the password: without it the page is empty", { tag: "@audit" }, async ({
  page,
  context,
  siteUrl,
}) => {
  await page.goto("/login/second-step");
  await expect(page).toHaveURL("/login");
  await context.addCookies([{ name: "attesto_two_factor", value: "made-up", url: `${siteUrl}/login` }]);
  await page.goto("/login/second-step");
  await expect(page).toHaveURL("/login");
});

test("two-step sign-in starts again if the step expired while its page was open", { tag: "@audit" }, async ({
  signInPage,
  page,
}) => {
  const owner = await createOwner({ password });
  const { secret } = await switchTwoStepOn(owner);
  await signInPage.open();
  await signInPage.submit({ usernameOrEmail: owner.email, password });
  await expect(page).toHaveURL(/\/login\/second-step/);
  await AccountToken.update({ usedAt: new Date() }, { where: { userId: owner.id } });
  await new TwoFactorPage(page).submit(createCode(secret));
  await expect(page).toHaveURL("/login");
  await expect(page.getByText(messages.twoFactor.ended).first()).toBeVisible();
});
