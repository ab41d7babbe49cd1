import type { Locator, Page } from "@playwright/test";
import { Tiers } from "#app/schemas/tiers.ts";
import { replaceTiers } from "#app/services/platforms/replace-tiers.server.ts";
import {
  createForm,
  createOwner,
  createPlatforms,
  type Owner,
  submitForm,
  toAccess,
} from "../../factories/index.ts";
import { platformList } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const at = "/dashboard/affiliate-settings";

async function platformsWithTiers(owner: Owner, lastTier: string) {
  const platforms = await createPlatforms(3, { owner });
  for (const { id } of platforms) {
    const tiers = Tiers.parse([
      { name: "Bronze", minAmount: 0, maxAmount: 999.99, type: "percentage", value: 20, currency: "EUR" },
      { name: lastTier, minAmount: 1000, type: "fixed", value: 40, currency: "EUR" },
    ]);
    await replaceTiers({ access: toAccess(owner), platformId: id, tiers });
  }
  return platforms;
}

const measureBoxes = (parts: Locator) =>
  parts.evaluateAll((elements) =>
    elements.map((element) => {
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      return { left, right, top, bottom, width, height };
    }),
  );

const beyondTheScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("a long tier name breaks on the narrowest phone instead of scrolling sideways", {
  tag: "@audit",
}, async ({ page, signedInAs }) => {
  const owner = await createOwner();
  const [platform] = await platformsWithTiers(owner, "W".repeat(50));
  await signedInAs(owner);
  await page.setViewportSize({ width: 320, height: 800 });
  for (const path of [at, `${at}/${platform?.id}`]) {
    await page.goto(path);
    expect(await beyondTheScreen(page), path).toBeLessThanOrEqual(0);
  }
});

for (const width of [390, 1280]) {
  test(`all bars are equally long and no target is under 24 px at ${width} px`, {
    tag: "@audit",
  }, async ({ page, signedInAs }) => {
    const owner = await createOwner();
    const platforms = await platformsWithTiers(owner, "Silver");
    await platforms[0]?.update({ name: "XM" });
    await signedInAs(owner);
    await page.setViewportSize({ width, height: 800 });
    await page.goto(at);
    const bars = await measureBoxes(platformList(page).region.locator("svg:has(> rect)"));
    expect(bars).toHaveLength(3);
    expect(new Set(bars.map((bar) => bar.width)).size).toBe(1);
    const targets = await measureBoxes(platformList(page).region.locator("a, button"));
    for (const target of targets) {
      expect(target.width).toBeGreaterThanOrEqual(24);
      expect(target.height).toBeGreaterThanOrEqual(24);
    }
  });
}

test("a platform's picture and name stand side by side on a phone", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  const owner = await createOwner();
  await platformsWithTiers(owner, "Silver");
  await signedInAs(owner);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(at);
  const row = platformList(page).rows.first();
  const [picture] = await measureBoxes(row.locator("span:has(> svg)").first());
  const [name] = await measureBoxes(row.getByRole("heading"));
  expect(name?.left).toBeGreaterThan(picture?.right ?? Number.POSITIVE_INFINITY);
  expect(name?.top).toBeLessThan(picture?.bottom ?? 0);
});

test("each row leads to the tiers, and says that the default stays on", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  const owner = await createOwner();
  const [first, second] = await createPlatforms(2, { owner });
  await replaceTiers({
    access: toAccess(owner),
    platformId: String(second?.id),
    tiers: Tiers.parse([{ name: "Bronze", minAmount: 0, type: "fixed", value: 40, currency: "EUR" }]),
  });
  await signedInAs(owner);
  await page.goto(at);
  const rows = platformList(page).rows;
  await expect(rows.nth(0)).toContainText("The default can't be turned off");
  await expect(rows.nth(1)).not.toContainText("The default can't be turned off");
  await expect(rows.nth(1)).toContainText("Bronze: €40.00 per verified claim");
  await expect(rows.nth(1).getByRole("link", { name: "Edit tiers" })).toBeVisible();
  await page.getByRole("link", { name: `Add tiers of ${first?.name}` }).click();
  await expect(page.getByRole("button", { name: "Add a tier" })).toBeVisible();
});

test("a sentence with an Arabic tier name keeps its order", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  const owner = await createOwner();
  const [platform] = await createPlatforms(1, { owner });
  await replaceTiers({
    access: toAccess(owner),
    platformId: String(platform?.id),
    tiers: Tiers.parse([{ name: "ذهبية", minAmount: 0, type: "percentage", value: 25, currency: "EUR" }]),
  });
  await signedInAs(owner);
  await page.goto(at);
  const name = platformList(page).region.locator("p bdi");
  await expect(name).toHaveText("ذهبية");
  const isBefore = await name.evaluate((element) => {
    const rest = document.createRange();
    rest.selectNode(element.nextSibling ?? element);
    return element.getBoundingClientRect().right <= rest.getBoundingClientRect().left + 1;
  });
  expect(isBefore).toBe(true);
});

test("all ten icons are in one row on both pages", { tag: "@audit" }, async ({ page, signedInAs }) => {
  const owner = await createOwner();
  const [platform] = await createPlatforms(1, { owner });
  await signedInAs(owner);
  for (const path of [at, `${at}/${platform?.id}/form`]) {
    await page.goto(path);
    const icons = await measureBoxes(page.getByRole("group", { name: "Icon" }).locator("svg"));
    expect(icons).toHaveLength(10);
    expect(new Set(icons.map(({ top }) => top)).size, path).toBe(1);
  }
});

test("the latest amounts align in one column, whatever the badges say", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  const owner = await createOwner({ currency: "JPY" });
  const form = await createForm({ owner });
  await submitForm(form, { amount: "600" });
  const rejected = await submitForm(form, { amount: "12000" });
  await rejected.update({ status: "rejected" });
  await signedInAs(owner);
  await page.goto("/dashboard/overview");
  const amount = page.getByRole("region", { name: "Latest claims" }).locator("li > :nth-child(2)");
  const amounts = await measureBoxes(amount);
  expect(amounts).toHaveLength(2);
  expect(new Set(amounts.map(({ right }) => right)).size).toBe(1);
  await expect(amount.first()).toHaveCSS("text-align", "right");
  await expect(amount.first().locator("span")).toHaveCSS("font-weight", "400");
});
