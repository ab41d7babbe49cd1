import { themeCookie } from "#app/http/cookies/theme.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { issueFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";
import { createOwner } from "../../factories/index.ts";
import { errorSummary } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

test("the landing page says what the product is and leads to signing in", { tag: "@once" }, async ({
  page,
  signInPage,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Only send your ads what’s true.");
  await expect(page).toHaveTitle("Only send your ads what’s true | Attesto");

  await page.getByRole("link", { name: "Sign in" }).first().click();

  await expect(signInPage.usernameOrEmail).toBeVisible();
});

test("the landing page offers an account first, without any script of ours", { tag: "@once" }, async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.goto("/");
  const main = page.getByRole("main");
  await expect(main.getByText("Conversions API").first()).toBeVisible();
  await expect(main.getByText("server-side event").first()).toBeVisible();
  expect(scripts).toEqual([]);
  await main.getByRole("link").first().click();
  await expect(page).toHaveURL("/signup");
});

test("the contact form sends a message and says so", async ({ page, hasScript }) => {
  await page.goto("/contact?subject=billing");
  await expect(page.getByLabel("Subject")).toHaveValue("billing");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(errorSummary(page)).toContainText(messages.contact.nameShort);
  await page.getByLabel("Name").fill("Iria Núñez");
  await page.getByLabel("Email").fill("iria@example.com");
  await page.getByLabel("Message").fill("We would like the agency plan.");
  // The form was shown longer ago than its token says.
  await page.locator("input[name=formToken]").evaluate(
    (input: HTMLInputElement, token) => {
      input.value = token;
    },
    issueFormToken("call", Date.now() - 5_000),
  );
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("main").getByText(messages.contact.sent)).toBeVisible();
  if (hasScript) await expect(page.getByLabel("Message")).toHaveValue("");
});

test("a question opens its answer", async ({ page }) => {
  await page.goto("/pricing");
  const answer = page.locator("details", { hasText: "Can I change my plan later?" }).locator("p");
  await expect(answer.first()).toBeHidden();

  await page.getByText("Can I change my plan later?").click();

  await expect(answer.first()).toBeVisible();
});

test("an unknown address is a 404 with a link to another page", { tag: "@once" }, async ({ page }) => {
  for (const path of ["/not-found", "/404", "/no/such/page", "/dashboard-of-nobody", "/optin"]) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    await expect(page).toHaveTitle("Page not found | Attesto");
  }

  await page.getByRole("link", { name: "Go to the start page" }).click();
  await expect(page).toHaveURL("/");
});

test("the drawer of a phone shows every page of the dashboard", async ({ page, inbox, signedInAs }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signedInAs(await createOwner());
  await page.goto("/dashboard/overview");
  await expect(inbox.drawer).toBeHidden();

  await page.locator("summary", { hasText: "Menu" }).click();

  await expect(inbox.drawer).toBeVisible();
  await inbox.drawer.getByRole("link", { name: "Claims" }).click();
  await expect(page).toHaveURL("/dashboard/submissions");
  await expect(page.getByRole("heading", { name: "No form yet" })).toBeVisible();
  await expect(inbox.drawer).toBeHidden();
});

test("the chosen theme is written into the page itself", { tag: "@audit" }, async ({
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

test("the theme follows the device while it is left to the system", { tag: "@once" }, async ({
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
