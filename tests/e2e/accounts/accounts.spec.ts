import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Locator } from "@playwright/test";
import { User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { MailFile } from "#app/services/mail/transport.server.ts";
import { createOwner, unique, uniqueEmail } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { errorSummary } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const PASSWORD = "a long one to type";

/** The link in the last mail to an address: without a mail server they are files. */
function linkTo(address: string): Promise<string> {
  const directory = path.join(process.env.DATA_DIR ?? "", "mails");
  return eventually(() => {
    const names = readdirSync(directory).filter((name) => name.endsWith(".json"));
    const mail = names
      .sort()
      .map((name) => JSON.parse(readFileSync(path.join(directory, name), "utf8")) as MailFile)
      .findLast(({ to }) => to === address);
    const link = /https?:\/\/\S+\?token=\S+/.exec(mail?.text ?? "")?.[0];
    if (!link) throw new Error(`No link to ${address} has come.`);
    return link;
  });
}

test("a newcomer signs up, corrects a mistyped email, opens the link and is signed in", async ({
  page,
  hasScript,
}) => {
  const [email, username] = [uniqueEmail(), `noor-${unique()}`];
  await page.goto("/login");
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Noor Haddad");
  await page.getByLabel("Username").fill(username);
  const mistyped = uniqueEmail();
  await page.getByLabel("Email").fill(mistyped);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();

  await expect(page).toHaveURL("/verify-email-pending");
  await expect(page.getByLabel("Email")).toHaveCount(0);
  await page.getByRole("button", { name: "Send a new link" }).click();
  await expect(page.getByText(messages.auth.verificationSent)).toBeVisible();
  await page.getByRole("link", { name: "Correct it" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(mistyped);
  await expect(page.getByLabel("Username")).toHaveValue(username);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();

  await expect(page).toHaveURL("/verify-email-pending");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your email");
  await expect(page.getByText(email).first()).toBeVisible();

  const link = await linkTo(email);
  await page.goto(link);
  const wheel = page.getByText("Verifying your email...");
  const button = page.getByRole("button", { name: "Verify my email" });
  if (hasScript) {
    await expect(wheel).toBeVisible();
    await expect(button).toBeHidden();
  } else {
    await expect(wheel).toBeHidden();
    await button.click();
  }
  await expect(page.getByRole("status").filter({ hasText: messages.auth.verified }).first()).toBeVisible();
  // Through /login, which is closed to who is signed in.
  await expect(page).toHaveURL("/dashboard/overview");
});

test("a form that was refused keeps what was typed, says so on top and beside each field", async ({
  page,
  hasScript,
}) => {
  const taken = await createOwner();
  await page.goto("/signup");
  await page.getByLabel("Name", { exact: true }).fill("Noor Haddad");
  await page.getByLabel("Username").fill(taken.username);
  await page.getByLabel("Email").fill(uniqueEmail());
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  const summary = errorSummary(page);
  await expect(summary).toContainText(messages.profile.usernameTaken);
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Create an account/);
  await expect(page.getByLabel("Username")).toHaveValue(taken.username);
  await expect(page.getByLabel("Username")).toHaveAccessibleDescription(/This username is taken/);
  const free = page.getByText("Free usernames:").locator("xpath=..");
  if (hasScript) {
    const [name = ""] = await free.getByRole("button").allTextContents();
    await free.getByRole("button", { name, exact: true }).click();
    await expect(page.getByLabel("Username")).toHaveValue(name);
  } else {
    await expect(free.locator("b")).toHaveCount(3);
  }
});

test("a password can be shown while it is typed, with script", async ({ page, hasScript }) => {
  await page.goto("/signup");
  const password = page.getByLabel("Password");
  const toggle = page.getByRole("button", { name: "Show password" });
  if (!hasScript) return expect(toggle).toHaveCount(0);
  await password.fill(PASSWORD);
  await expect(password).toHaveAttribute("type", "password");
  await toggle.click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(password).toHaveValue(PASSWORD);
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
  await toggle.click();
  await expect(password).toHaveAttribute("type", "password");
});

test("an owner signs in by a link in an email, once they press its button", async ({ page }) => {
  const { email } = await createOwner({ password: PASSWORD });
  await page.goto("/login");
  await page.getByRole("link", { name: "Get a sign-in link by email" }).click();
  await expect(page).toHaveURL("/login/email");
  // Exact: the page before has a field for an email or username.
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText(messages.auth.signInLinkSent)).toBeVisible();

  const link = await linkTo(email);
  await page.goto(link);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/dashboard/overview");
  await page.context().clearCookies();
  await page.goto(link);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(errorSummary(page)).toContainText(messages.auth.signInLinkInvalid);
  await expect(page.getByLabel("Email")).toBeVisible();
});

test("a forgotten password is reset by the link in an email", async ({ page, signInPage }) => {
  const { email } = await createOwner({ password: PASSWORD });
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot it?" }).click();
  await expect(page).toHaveURL("/forgot-password");
  // Exact: the page before has a field for an email or username.
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  const notice = page.getByRole("status").filter({ hasText: messages.auth.resetSent });
  await expect(notice).toBeVisible();

  await page.goto(await linkTo(email));
  await page.getByLabel("New password").fill("staple of another kind");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByText(messages.auth.passwordReset).first()).toBeVisible();
  await signInPage.submit({ usernameOrEmail: email, password: "staple of another kind" });
  await expect(page).toHaveURL("/dashboard/overview");
});

test("a deactivated account sees its page after the right password", { tag: "@once" }, async ({
  page,
  signInPage,
}) => {
  const { email } = await createOwner({ password: PASSWORD, isActive: false });
  await signInPage.open();
  await signInPage.submit({ usernameOrEmail: email, password: PASSWORD });
  await expect(page).toHaveURL("/account-deactivated");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This account is deactivated");
});

test("a newcomer who waits for a link gets another one", async ({ page, signInPage }) => {
  const { email } = await createOwner({ password: PASSWORD, emailVerifiedAt: null });
  await signInPage.open();
  await signInPage.submit({ usernameOrEmail: email, password: PASSWORD });
  await expect(page).toHaveURL("/verify-email-pending");
  await expect(page.getByText(messages.auth.emailUnverified)).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByRole("button", { name: "Send a new link" }).click();
  await expect(page.getByText(messages.auth.verificationSent)).toBeVisible();
  expect(await linkTo(email)).toContain("/verify-email?token=");
});

test("the chosen theme is saved in the account", async ({ page, signedInAs }) => {
  const owner = await createOwner();
  await signedInAs(owner);
  await page.goto("/dashboard/overview");
  await page.getByText(`Account of ${owner.name}`).click({ force: true });
  await page.getByRole("button", { name: "Light" }).click();
  await expect(page.locator("html")).toHaveClass("light");
  await eventually(async () => expect((await User.findByPk(owner.id))?.theme).toBe("light"));
});

test("from the landing page to a live form with Meta each step leads to the next: 15 clicks and 6 fields at most", async ({
  page,
  hasScript,
}) => {
  const email = uniqueEmail();
  const way = { clicks: 0, fields: 0 };
  const press = async (target: Locator) => {
    way.clicks += 1;
    await target.click();
  };
  const type = async (label: string, value: string, exact = false) => {
    way.fields += 1;
    await page.getByLabel(label, { exact }).fill(value);
  };
  const next = (role: "link" | "button", name: string) =>
    page
      .getByRole("main")
      .getByRole("region", { name: /^Next: / })
      .getByRole(role, { name });

  await page.goto("/");
  await press(page.getByRole("link", { name: "Create an account" }).first());
  await type("Name", "Noor Haddad", true);
  await type("Username", `noor-${unique()}`);
  await type("Email", email);
  await type("Password", PASSWORD);
  await press(page.getByRole("button", { name: "Create account" }));
  await expect(page).toHaveURL("/verify-email-pending");

  way.clicks += 1;
  await page.goto(await linkTo(email));
  if (!hasScript) await press(page.getByRole("button", { name: "Verify my email" }));
  await expect(page).toHaveURL("/dashboard/overview");

  await press(page.getByRole("link", { name: "Add a broker" }).first());
  await press(page.getByRole("button", { name: "Exness" }));
  await press(next("link", "Set tiers"));
  await press(page.getByRole("button", { name: "Add a tier" }));
  await type("You earn, tier 1", "25");
  await press(page.getByRole("button", { name: "Save tiers" }));
  await press(next("button", "Create my form"));
  await expect(page.getByText(messages.formSettings.created)).toBeVisible();

  await press(next("link", "Connect Meta"));
  await type("Access token", "sandbox-token");
  await press(page.getByRole("button", { name: "Connect Meta" }));
  await press(page.getByRole("button", { name: "Use this pixel" }));
  const link = page.getByRole("region", { name: "Next: share your form" }).getByRole("link");
  await expect(link).toHaveAttribute("href", /\/optin\/noor-/);
  expect(way.clicks).toBeLessThanOrEqual(15);
  expect(way.fields).toBeLessThanOrEqual(6);

  await page.locator("#test-event-testEventCode").fill("TEST123");
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText("Meta accepted the test event.")).toBeVisible();
  await expect(link).toBeVisible();
  await page.goto(String(await link.getAttribute("href")));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
