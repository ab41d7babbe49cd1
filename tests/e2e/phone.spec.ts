import type { Locator, Page } from "@playwright/test";
import { messages } from "#app/schemas/messages.ts";
import { createApiKey } from "#app/services/accounts/own-api-keys.server.ts";
import { createOwner } from "../factories/index.ts";
import { expect, test } from "./support/test.ts";

const WIDTHS = [320, 390];

async function expectOnScreen(page: Page, part: Locator) {
  const box = await part.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
}

for (const width of WIDTHS) {
  test.describe(`on a phone of ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("a key can be revoked: the question is on the screen", async ({ page, signedInAs }) => {
      const owner = await createOwner();
      await createApiKey({
        userId: owner.id,
        input: { name: "Reports", scopes: ["stats:read"], expiresAt: null },
      });
      await signedInAs(owner);
      await page.goto("/dashboard/settings/api-keys");
      await page.locator("summary").filter({ hasText: "Revoke…" }).click();
      await expectOnScreen(page, page.locator(".rows .pop"));
      await page.getByRole("button", { name: "Revoke key" }).click();
      await expect(page.getByText(messages.apiKeys.revoked).first()).toBeVisible();
    });
  });
}
