import type { Page } from "@playwright/test";
import { createOwner, unique, uniqueEmail } from "../../factories/index.ts";
import { SECURE_CALLS, SECURE_URL, serveOverHttps } from "../support/https.ts";
import { expect, test } from "../support/test.ts";

const password = "correct horse battery";

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto(`${SECURE_URL}/signup`);
  await page.getByLabel("Name", { exact: true }).fill("Iria Vázquez");
  await page.getByLabel("Username").fill(`iria-${unique()}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(`${SECURE_URL}/verify-email-pending`);
}

test.describe("over https", () => {
  test.use({ foreseen: [SECURE_CALLS] });

  test("the pending address stays in this browser until another sign-up replaces it", {
    tag: "@audit",
  }, async ({ page, siteUrl }) => {
    await serveOverHttps(page, siteUrl);
    const [first, stored, second] = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
    const waiting = page.getByRole("main").locator("b");
    await signUp(page, first);
    await expect(waiting).toHaveText(first);

    await page.evaluate((email) => localStorage.setItem("_att_pending_email", email), stored);
    await page.reload();
    await expect(waiting).toHaveText(stored);

    await signUp(page, second);
    await expect(waiting).toHaveText(second);
    expect(await page.evaluate(() => localStorage.getItem("_att_pending_email"))).toBe(second);
  });
});

test.describe("without storages", () => {
  // Remix's script of scroll positions says that it could not read them.
  test.use({ foreseen: [/SecurityError|denied/] });

  test("everything works if the browser refuses storage", { tag: "@audit" }, async ({ page, signInPage }) => {
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, {
          configurable: true,
          get() {
            throw new DOMException("denied", "SecurityError");
          },
        });
    });
    const { email } = await createOwner({ password });
    await signInPage.open();
    await signInPage.submit({ usernameOrEmail: email, password });
    await expect(page).toHaveURL("/dashboard/overview");
    await page.getByRole("link", { name: "Brokers" }).first().click();
    await expect(page).toHaveURL("/dashboard/affiliate-settings");
    await page.reload();
    await page.goBack();
    await expect(page).toHaveURL("/dashboard/overview");
  });
});

test("a page keeps its scroll position after going back and after a reload", async ({ page }) => {
  const top = () => page.evaluate(() => Math.round(scrollY));
  await page.goto("/");
  await page.evaluate(() => scrollTo(0, 700));
  // A pixel more where a font arrives afterwards.
  const isKept = () => expect.poll(async () => Math.abs((await top()) - 700)).toBeLessThanOrEqual(2);
  await isKept();
  // A press of the mouse would scroll to the link first.
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/login"]')?.click());
  await expect(page).toHaveURL("/login");
  await page.goBack();
  await expect(page).toHaveURL("/");
  await isKept();
  await page.reload();
  await isKept();
});
