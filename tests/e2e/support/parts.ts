import { expect, type Locator, type Page } from "@playwright/test";

/** What is wrong, on top of a form that was sent back. It takes the focus. */
export const errorSummary = (page: Page): Locator =>
  page.getByRole("heading", { name: "There is a problem" }).locator("xpath=ancestor::*[@tabindex='-1'][1]");

/** Neither on top of the page nor beside a field. */
export async function expectNoErrors(page: Page): Promise<void> {
  await expect(errorSummary(page)).toHaveCount(0);
  await expect(page.locator("[aria-invalid=true], [id$='-error']")).toHaveCount(0);
}

/** The list of the owner's platforms. */
export function platformList(page: Page) {
  const region = page.getByRole("region", { name: "Your brokers" });
  return {
    region,
    rows: region.getByRole("listitem"),
    names: region.getByRole("heading").getByRole("link"),
    /** What each is dragged by. */
    handles: region.locator("[aria-roledescription=sortable]"),
    /** While a new order is saved. */
    busy: region.locator("[aria-busy]:not(button)"),
  };
}

/** The wheel that turns while something loads. */
export const spinner = (page: Page): Locator =>
  page.getByRole("status").filter({ has: page.locator("circle") });

/** Acts, and sees what is told of it. The page itself looks, so that a loaded machine misses no toast of two seconds. */
export async function seen(message: Locator, act: () => Promise<void>): Promise<void> {
  await Promise.all([message.waitFor(), act()]);
}
