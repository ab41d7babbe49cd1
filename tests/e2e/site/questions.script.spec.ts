import { createOwner, createPlatforms } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

const questions = [
  { before: "a platform is deleted", opens: "Delete…", at: (id: string) => `affiliate-settings/${id}/form` },
  { before: "an account is deactivated", opens: "Deactivate account…", at: () => "settings/account" },
];

for (const { before, opens, at } of questions) {
  test(`the question before ${before} closes by Escape, by a press outside and by Keep it`, async ({
    page,
    signedInAs,
  }) => {
    const owner = await createOwner();
    const [platform] = await createPlatforms(1, { owner });
    await signedInAs(owner);
    await page.goto(`/dashboard/${at(String(platform?.id))}`);
    const summary = page.locator("summary").filter({ hasText: opens });
    const keep = page.getByRole("link", { name: "Keep it" });
    const open = async () => {
      await summary.click();
      await expect(keep).toBeInViewport();
    };

    await open();
    await page.keyboard.press("Tab");
    await expect(keep).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(keep).toBeHidden();
    await expect(summary).toBeFocused();

    await open();
    await page.getByRole("heading", { level: 1 }).click();
    await expect(keep).toBeHidden();

    await open();
    await keep.click();
    await expect(keep).toBeHidden();
    await expect(summary).toBeFocused();
  });
}
