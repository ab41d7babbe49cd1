import { messages } from "#app/schemas/messages.ts";
import { createOwner, signInAs } from "../factories/index.ts";
import { expect, test } from "./support/test.ts";

test("a link that is none says so and leads to signing in after two and a half seconds", async ({ page }) => {
  // It stands still but for what the test lets pass.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto("/verify-email");
  await expect(page.getByRole("alert").filter({ hasText: messages.auth.linkInvalid })).toBeVisible();
  await page.clock.runFor(2400);
  await expect(page).toHaveURL("/verify-email");
  await page.clock.runFor(200);
  await expect(page).toHaveURL("/login");
});

test("a link is used 1.2 seconds after its page was opened, and what came of it is said on the sign-in page too", async ({
  page,
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
  await expect(page.getByText(messages.auth.linkInvalid).first()).toBeVisible();
});

test("who is signed in and opens a page for others finds where they came from in the history", async ({
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

test("says what is wrong with a field once it was left", async ({ page }) => {
  await page.goto("/signup");
  await page.getByLabel("Username").fill("a b");
  await page.getByLabel("E-mail").focus();
  await expect(page.getByLabel("Username")).toHaveAccessibleDescription(
    new RegExp(messages.fields.usernameShape),
  );
  await page.getByLabel("Username").fill("abc");
  await expect(page.getByLabel("Username")).not.toHaveAccessibleDescription(
    new RegExp(messages.fields.usernameShape),
  );
});
