import type { Locator, Page } from "@playwright/test";
import { messages } from "#app/schemas/messages/index.ts";
import { createApiKey } from "#app/services/auth/credentials/manage-api-keys.server.ts";
import { createOwnNews } from "#app/services/news/own-news.server.ts";
import { createForm, createOwner, submitForm, toAccess } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

const WIDTHS = [320, 390];

async function expectOnScreen(page: Page, part: Locator) {
  const box = await part.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
}

const expectNoSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

for (const width of WIDTHS) {
  test.describe(`on a phone of ${width} px`, { tag: width === 320 ? [] : "@audit" }, () => {
    test.use({ viewport: { width, height: 800 } });

    test("a key can be revoked: the question is on the screen", { tag: "@once" }, async ({
      page,
      signedInAs,
    }) => {
      const owner = await createOwner();
      await createApiKey({
        access: toAccess(owner),
        user: owner,
        input: { name: "Reports", scopes: ["stats:read"], expiresAt: null },
      });
      await signedInAs(owner);
      await page.goto("/dashboard/settings/api-keys");
      await page.locator("summary").filter({ hasText: "Revoke…" }).click();
      await expectOnScreen(page, page.getByRole("region", { name: "Revoke Reports?" }));
      await page.getByRole("button", { name: "Revoke key" }).click();
      await expect(page.getByText(messages.apiKeys.revoked).first()).toBeVisible();
    });

    test("every menu is on the screen", { tag: "@once" }, async ({ page, hasScript, signedInAs }) => {
      const form = await createForm();
      await submitForm(form);
      await signedInAs(form.owner);
      const menus = {
        "/dashboard/submissions?status=all": [/^Views/, "Filter", "Export", /^Options/],
        "/dashboard/analytics": ["Custom range", ...(hasScript ? ["Keys"] : [])],
        "/dashboard/analytics/money": ["Columns", "Export"],
        "/dashboard/overview": ["Share form"],
      };
      for (const [path, names] of Object.entries(menus)) {
        await page.goto(path);
        for (const hasText of names) {
          const summary = page.locator("summary:visible").filter({ hasText });
          await summary.click();
          await expectOnScreen(page, summary.locator("xpath=following-sibling::*"));
          await summary.press("Enter");
        }
        await expectNoSideways(page);
      }
    });

    test("a form can be deleted, and news: the questions are on the screen", { tag: "@once" }, async ({
      page,
      signedInAs,
    }) => {
      const { owner } = await createForm();
      await owner.update({ role: "admin" });
      const input = { title: "x".repeat(150), summary: null, url: null, category: "Product" };
      const { id } = await createOwnNews({ actor: { user: owner, ip: null }, input });
      await signedInAs(owner);
      for (const [path, opener, question] of [
        ["/dashboard/optin-settings/advanced", "Delete form…", "Delete your form?"],
        [`/admin/news/${id}`, "Delete…", "Delete this item?"],
      ] as const) {
        await page.goto(path);
        await page.locator("summary").filter({ hasText: opener }).click();
        await expectOnScreen(page, page.getByRole("region", { name: question }));
        await expectNoSideways(page);
      }
    });

    test("a long name is broken and pushes nothing off the screen", { tag: "@once" }, async ({
      page,
      signedInAs,
    }) => {
      const owner = await createOwner();
      await owner.update({ name: "x".repeat(100) });
      await signedInAs(owner);
      await page.goto("/dashboard/settings/api-keys");
      await page.getByLabel("Name").fill("y".repeat(100));
      await page.getByLabel("Read statistics").check();
      await page.getByRole("button", { name: "Create key" }).click();
      await expect(page.getByRole("heading", { name: /Your new key/ })).toBeVisible();
      await expectNoSideways(page);
      await page.goto("/social-login-success");
      await expect(page.getByText(/You are signed in as/)).toBeVisible();
      await expectNoSideways(page);
    });

    test("labels are 12 px and fields 16 px, so that no field is zoomed into", { tag: "@once" }, async ({
      page,
      signedInAs,
    }) => {
      await signedInAs(await createOwner());
      await page.goto("/dashboard/settings/account");
      await expect(page.locator("html")).toHaveCSS("font-size", "16px");
      await expect(page.getByLabel("City")).toHaveCSS("font-size", "16px");
      await page.goto("/dashboard/settings/preferences");
      await expect(page.getByLabel("Time zone")).toHaveCSS("font-size", "16px");
      await page.goto("/dashboard/settings/account");
      await expect(page.locator("body")).toHaveCSS("font-size", "14px");
      await page.goto("/dashboard/submissions");
      await expect(page.getByRole("navigation", { name: "Views" }).getByText("0").first()).toHaveCSS(
        "font-size",
        "12px",
      );
    });

    test("the settings' tabs are one row that scrolls", { tag: "@once" }, async ({ page, signedInAs }) => {
      await signedInAs(await createOwner());
      await page.goto("/dashboard/settings/api-keys");
      const tabs = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
      const tops = await tabs.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
      expect(new Set(tops).size).toBe(1);
      await tabs.filter({ hasText: "API keys" }).scrollIntoViewIfNeeded();
      await expectOnScreen(page, tabs.filter({ hasText: "API keys" }));
      await expectNoSideways(page);
    });
  });
}
