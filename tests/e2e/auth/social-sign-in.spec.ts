import { Identity, Session, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, unique } from "../../factories/index.ts";
import { ProviderPage } from "../pages/provider-page.ts";
import { errorSummary } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const password = "verify-what-is-true";

// The provider is another origin, which these tests visit on purpose.
test.use({ foreseen: [/^another origin: http:\/\/localhost:\d+\//] });

const newPerson = (more: { email?: string; isVerified?: boolean } = {}) => {
  const name = unique();
  return { sub: name, email: `${name}@example.com`, name: `Person ${name}`, isVerified: true, ...more };
};

test("a provider signs a new user in, says so, and redirects to the requested page", async ({
  page,
  hasScript,
}) => {
  const person = newPerson();
  await page.goto("/dashboard/submissions?status=pending");
  await page.getByRole("button", { name: "Continue with Example ID" }).click();
  await new ProviderPage(page).signIn(person);

  await expect(page.getByRole("heading", { name: "Signed in" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: person.email })).toBeVisible();
  if (!hasScript) await page.getByRole("link", { name: "Go on" }).click();
  await expect(page).toHaveURL("/dashboard/submissions?status=pending");

  await page.context().clearCookies();
  await page.goto("/signup");
  await page.getByRole("button", { name: "Continue with Example ID" }).click();
  await new ProviderPage(page).signIn(person);
  await expect(page.getByRole("heading", { name: "Signed in" })).toBeVisible();
  expect(await User.count({ where: { emailKey: person.email } })).toBe(1);
});

test("a provider's account with a known address is linked after its password only", { tag: "@once" }, async ({
  page,
  signInPage,
}) => {
  const owner = await createOwner({ password });
  await signInPage.open();
  await page.getByRole("button", { name: "Continue with Example ID" }).click();
  await new ProviderPage(page).signIn(newPerson({ email: owner.email }));

  await expect(page).toHaveURL("/login/link");
  await expect(page.getByText(`An account with ${owner.email} exists.`)).toBeVisible();
  await page.getByLabel("Password").fill("something-else");
  await page.getByRole("button", { name: "Link Example ID" }).click();
  await expect(errorSummary(page)).toContainText(messages.auth.invalidCredentials);
  await expect(page).toHaveTitle(/^Error: Confirm your password/);
  await expect(page.getByLabel("Password")).toHaveValue("");
  expect(await Identity.count({ where: { userId: owner.id } })).toBe(0);

  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Link Example ID" }).click();
  await expect(page.getByRole("heading", { name: "Signed in" })).toBeVisible();
  expect(await Identity.count({ where: { userId: owner.id } })).toBe(1);
});

test("a provider's sign-in creates no account for an address that the provider has not verified", {
  tag: "@audit",
}, async ({ page, signInPage }) => {
  const person = newPerson({ isVerified: false });
  await signInPage.open();
  await page.getByRole("button", { name: "Continue with Example ID" }).click();
  await new ProviderPage(page).signIn(person);
  await expect(page).toHaveURL("/login");
  await expect(page.getByText(messages.social.emailUnverified).first()).toBeVisible();
  expect(await User.count({ where: { emailKey: person.email } })).toBe(0);
});

test("a provider is connected and disconnected in the settings", { tag: "@once" }, async ({
  page,
  signedInAs,
}) => {
  const owner = await createOwner({ password });
  const person = newPerson({ isVerified: false });
  await signedInAs(owner);
  await page.goto("/dashboard/settings/security");
  await page.getByRole("link", { name: "Manage providers" }).click();
  await page.getByRole("button", { name: "Connect Example ID" }).click();
  await new ProviderPage(page).signIn(person);

  await expect(page).toHaveURL("/dashboard/settings/security/providers");
  await expect(page.getByText(messages.social.linked).first()).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText(messages.social.unlinked).first()).toBeVisible();
  expect(await Identity.count({ where: { userId: owner.id } })).toBe(0);
});

test("a provider's sign-in is the proof where an account has no password", { tag: "@once" }, async ({
  page,
}) => {
  const person = newPerson();
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue with Example ID" }).click();
  await new ProviderPage(page).signIn(person);
  await expect(page.getByRole("heading", { name: "Signed in" })).toBeVisible();
  await expect(page).toHaveURL("/dashboard/overview");
  const user = await User.findOne({ where: { emailKey: person.email }, rejectOnEmpty: true });
  await Session.update({ authenticatedAt: new Date(Date.now() - 3_600_000) }, { where: { userId: user.id } });

  await page.goto("/dashboard/settings/security/providers");
  await expect(page).toHaveURL(/\/reauthenticate\?returnTo=/);
  await page.getByRole("button", { name: "Confirm with Example ID" }).click();
  await new ProviderPage(page).signIn(person);
  await expect(page).toHaveURL("/dashboard/settings/security/providers");
  await expect(page.getByText("It is the only way into your account, so it stays.")).toBeVisible();
});
