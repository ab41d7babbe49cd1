import { themeCookie } from "#app/http/cookies/theme.server.ts";
import { createOwner } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

test("says on the landing page what the product is and leads to signing in", { tag: "@once" }, async ({
  page,
  signInPage,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Send your ads only what is true.");
  await expect(page).toHaveTitle("Send your ads only what is true | Attesto");

  await page.getByRole("link", { name: "Sign in" }).first().click();

  await expect(signInPage.usernameOrEmail).toBeVisible();
});

test("opens the answer to a question", async ({ page }) => {
  await page.goto("/");
  const answer = page.locator("details", { hasText: "Can I change my plan later?" }).locator("p");
  await expect(answer.first()).toBeHidden();

  await page.getByText("Can I change my plan later?").click();

  await expect(answer.first()).toBeVisible();
});

test("answers 404 where nothing is, with a way on", { tag: "@once" }, async ({ page }) => {
  for (const path of ["/not-found", "/404", "/no/such/page", "/dashboard-of-nobody", "/optin"]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is nothing at this address");
    await expect(page).toHaveTitle("Page not found | Attesto");
  }

  await page.getByRole("link", { name: "Go to the start page" }).click();
  await expect(page).toHaveURL("/");
});

test("shows every page of the dashboard in the drawer of a phone", async ({ page, inbox, signedInAs }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signedInAs(await createOwner());
  await page.goto("/dashboard/overview");
  await expect(inbox.drawer).toBeHidden();

  await page.getByLabel("Menu").click();

  await expect(inbox.drawer).toBeVisible();
  await inbox.drawer.getByRole("link", { name: "Submissions" }).click();
  await expect(page).toHaveURL("/dashboard/submissions");
  await expect(page.getByRole("heading", { name: "No claims yet" })).toBeVisible();
  await expect(inbox.drawer).toBeHidden();
});

test("writes the chosen theme into the page itself", { tag: "@once" }, async ({
  page,
  inbox,
  signedInAs,
  siteUrl,
}) => {
  await signedInAs(await createOwner());
  const root = page.locator("html");
  await page.goto("/dashboard/submissions?status=pending");
  await expect(root).toHaveClass("dark");

  for (const theme of ["Light", "System", "Dark"] as const) {
    await inbox.chooseTheme(theme);
    await expect(root).toHaveClass(theme.toLowerCase());
    await expect(page).toHaveURL("/dashboard/submissions?status=pending");
    const written = await page.request.get(`${siteUrl}/login`);
    expect(await written.text()).toContain(`class="${theme.toLowerCase()}"`);
    await page.reload();
  }
});

test("follows the device while the theme is left to the system", { tag: "@once" }, async ({
  page,
  context,
  siteUrl,
}) => {
  const [cookie = ""] = (await themeCookie.serialize("system")).split(";");
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: siteUrl }]);
  await page.goto("/login");
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await ground();

  await page.emulateMedia({ colorScheme: "light" });

  expect(await ground()).not.toBe(dark);
});
