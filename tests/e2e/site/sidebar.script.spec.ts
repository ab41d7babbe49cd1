import { createOwner } from "../../factories/index.ts";
import { spinner } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

test("the sidebar keeps the pressed entry in its place while its page is on its way", {
  tag: "@audit",
}, async ({ page, signedInAs }) => {
  await signedInAs(await createOwner());
  await page.goto("/dashboard/overview");
  const entries = page.getByRole("navigation", { name: "Dashboard", exact: true }).getByRole("link");
  const boxes = () =>
    entries.evaluateAll((links) =>
      links.map((link) => {
        const { x, y, width, height } = link.getBoundingClientRect();
        return { text: link.textContent, x, y, width, height };
      }),
    );
  const before = await boxes();
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route("**/affiliate-settings.data*", async (route) => {
    await released;
    await route.continue();
  });

  await entries.filter({ hasText: "Brokers" }).click();

  await expect(spinner(page)).toBeVisible();
  expect(await boxes()).toEqual(before);
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Brokers" })).toBeVisible();
  expect(await boxes()).toEqual(before);
});
