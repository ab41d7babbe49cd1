import { inTransaction } from "#app/database/connection.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { issueToken } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { createOwner, signInAs } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

test("an invalid link says so and leads to the sign-in page after two and a half seconds", {
  tag: "@audit",
}, async ({ page }) => {
  // It stands still but for what the test lets pass.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto("/verify-email");
  await expect(page.getByRole("alert").filter({ hasText: messages.auth.linkInvalid })).toBeVisible();
  await page.clock.runFor(2400);
  await expect(page).toHaveURL("/verify-email");
  await page.clock.runFor(200);
  await expect(page).toHaveURL("/login");
  await page.clock.resume();
  await expect(
    page.getByRole("main").getByRole("alert").filter({ hasText: messages.auth.linkInvalid }),
  ).toBeVisible();
});

test("a link is used 1.2 seconds after its page was opened, and the sign-in page says the result too", async ({
  page,
  signInPage,
}) => {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") posts++;
  });
  await page.goto(`/verify-email?token=${"a".repeat(43)}`);
  await expect(page.getByText("Verifying your email...")).toBeVisible();
  await expect(page.getByRole("button", { name: "Verify my email" })).toBeHidden();
  await page.clock.runFor(1100);
  expect(posts).toBe(0);
  await page.clock.runFor(200);
  await expect(page.getByRole("alert").filter({ hasText: messages.auth.linkInvalid })).toBeVisible();
  expect(posts).toBe(1);
  await page.clock.runFor(2600);
  await expect(page).toHaveURL("/login");
  await page.clock.resume();
  // As a toast, then as a note, as every error; and no longer once the page has something else to say.
  await expect(page.getByText(messages.auth.linkInvalid)).toHaveCount(1);
  await signInPage.submit({ usernameOrEmail: "nobody", password: "nothing of worth" });
  await expect(signInPage.summary).toContainText(messages.auth.invalidCredentials);
  await expect(
    page.getByRole("main").getByRole("alert").filter({ hasText: messages.auth.linkInvalid }),
  ).toHaveCount(0);
});

test.describe("with a 500 from something in front", () => {
  test.use({ foreseen: [/status of 500|^500 from/] });

  test("a link that could not be used says so and leads to the sign-in page", { tag: "@audit" }, async ({
    page,
  }) => {
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    await page.route("**/verify-email.data*", (route) => route.fulfill({ status: 500, body: "" }));
    await page.goto("/verify-email?token=some-token");
    await page.clock.runFor(1300);
    await expect(page.getByRole("alert")).toHaveText(messages.auth.verifyFailed);
    await page.clock.runFor(2600);
    await expect(page).toHaveURL(/\/login$/);
  });
});

test("going back after verifying does not reach the used link again", { tag: "@audit" }, async ({ page }) => {
  const user = await createOwner({ emailVerifiedAt: null });
  const token = await inTransaction((transaction) =>
    issueToken({ userId: user.id, purpose: "verify-email", email: user.email }, transaction),
  );
  await page.goto("/signup");
  await page.goto(`/verify-email?token=${token}`);
  await expect(page.getByRole("status").filter({ hasText: messages.auth.verified })).toBeVisible();
  await expect(page).toHaveURL("/login");
  await expect(page.getByText(messages.auth.verified)).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL("/signup");
});

test("a signed-in user who opens a signed-out page finds its address in the history state", async ({
  page,
  context,
  siteUrl,
}) => {
  const { cookie } = await signInAs(await createOwner());
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: siteUrl }]);
  await page.goto("/signup");
  await expect(page).toHaveURL("/dashboard/overview");
  await expect.poll(() => page.evaluate(() => history.state?.usr)).toEqual({ from: "/signup" });
});

test("a field's error is shown once the field has lost the focus", async ({ page }) => {
  await page.goto("/signup");
  await page.getByLabel("Username").fill("a b");
  await page.getByLabel("Email").focus();
  await expect(page.getByLabel("Username")).toHaveAccessibleDescription(
    new RegExp(messages.fields.usernameShape),
  );
  await page.getByLabel("Username").fill("abc");
  await expect(page.getByLabel("Username")).not.toHaveAccessibleDescription(
    new RegExp(messages.fields.usernameShape),
  );
});
