import { Session } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createForm, createOwner, signInAs, submitForm } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

const password = "verify-what-is-true";

test("the sign-in page refuses a wrong password and keeps the address but not the password", async ({
  signInPage,
  page,
}) => {
  const { email } = await createOwner({ password });
  await signInPage.open();

  await signInPage.submit({ usernameOrEmail: email, password: "something-else" });

  await expect(signInPage.summary).toContainText(messages.auth.invalidCredentials);
  await expect(signInPage.summary).toContainText("Check your email and password, or reset your password.");
  await expect(signInPage.summary.getByRole("link", { name: "reset your password" })).toHaveAttribute(
    "href",
    "/forgot-password",
  );
  await expect(signInPage.summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Sign in/);
  await expect(signInPage.usernameOrEmail).toHaveValue(email);
  await expect(signInPage.password).toHaveValue("");

  await signInPage.submit({ usernameOrEmail: email, password });
  await expect(page).toHaveURL("/dashboard/overview");
});

test("the sign-in page says beside each field what is missing, with links that lead there", {
  tag: "@once",
}, async ({ signInPage, page }) => {
  await signInPage.open();

  await signInPage.signIn.click();

  const { usernameOrEmailRequired, passwordRequired } = messages.fields;
  await expect(signInPage.summary.getByRole("link")).toHaveText([usernameOrEmailRequired, passwordRequired]);
  await expect(signInPage.usernameOrEmail).toHaveAccessibleDescription(usernameOrEmailRequired);
  await expect(signInPage.password).toHaveAccessibleDescription(passwordRequired);
  await expect(page).toHaveTitle(/^Error: /);
  await signInPage.summary.getByRole("link", { name: passwordRequired }).click();
  await expect(signInPage.password).toBeFocused();
});

test("the sign-in page takes the username too, whatever its case", { tag: "@audit" }, async ({
  signInPage,
  page,
}) => {
  const { username } = await createOwner({ password });
  await signInPage.open();

  await signInPage.submit({ usernameOrEmail: username.toUpperCase(), password });

  await expect(page).toHaveURL("/dashboard/overview");
});

test("a sign-in redirects to the requested page", async ({ signInPage, page, inbox }) => {
  const owner = await createOwner({ password });
  const { email } = await submitForm(await createForm({ owner }));
  await inbox.open("?status=pending&sort=sendBefore");
  await expect(page).toHaveURL(/\/login\?returnTo=/);

  await signInPage.submit({ usernameOrEmail: owner.email, password });

  await expect(page).toHaveURL("/dashboard/submissions?status=pending&sort=sendBefore");
  await expect(inbox.row(email)).toBeVisible();
});

test("a sign-in never redirects to another site", { tag: "@once" }, async ({ signInPage, page }) => {
  const { email } = await createOwner({ password });
  await signInPage.open("?returnTo=//evil.example/");

  await signInPage.submit({ usernameOrEmail: email, password });

  await expect(page).toHaveURL("/dashboard/overview");
});

test("a signed-in owner is sent from the sign-in page to the dashboard", { tag: "@once" }, async ({
  signInPage,
  page,
  signedInAs,
}) => {
  await signedInAs(await createOwner());

  await signInPage.open();

  await expect(page).toHaveURL("/dashboard/overview");
});

test("the sign-in page says that the session has expired", { tag: "@audit" }, async ({
  page,
  context,
  siteUrl,
  signInPage,
}) => {
  const { cookie, sessionId } = await signInAs(await createOwner());
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: siteUrl }]);
  const asked = page.waitForResponse((response) => response.url().endsWith("/session"));
  await page.goto("/dashboard/overview");
  // The page asks for its session first: one that has ended by then leads to the sign-in by itself.
  await asked;
  await Session.update({ expiresAt: new Date(0) }, { where: { id: sessionId } });

  await page
    .getByRole("link", { name: /^Claims/ })
    .first()
    .click();

  await expect(page).toHaveURL(/\/login\?session=expired&returnTo=/);
  await expect(page.getByText(messages.auth.sessionExpired)).toBeVisible();
  await expect(signInPage.usernameOrEmail).toBeVisible();
});

test("signing out is a post, and the page says so", async ({ page, inbox, signedInAs }) => {
  await signedInAs(await createOwner());
  await page.goto("/dashboard/overview");

  await inbox.signOut();

  await expect(page).toHaveURL("/login");
  await expect(inbox.flash(messages.auth.loggedOut)).toBeVisible();
  await page.goto("/dashboard/overview");
  await expect(page).toHaveURL(/\/login/);
});
