import { createOwner } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

test("the news page shows the product's own news, filtered by the address, and clears the filter", async ({
  page,
  signedInAs,
}) => {
  await signedInAs(await createOwner());
  await page.goto("/dashboard/overview");
  const line = page.getByRole("region", { name: "News" });
  await expect(line.getByRole("paragraph")).toHaveCount(2);
  await line.getByRole("link", { name: "All news" }).click();
  await expect(page).toHaveURL("/dashboard/news");
  await page.goto("/dashboard/overview");
  await page.getByRole("banner").getByRole("link", { name: "Notifications" }).click();
  await page.getByRole("navigation", { name: "Notifications" }).getByRole("link", { name: "News" }).click();
  await expect(page).toHaveURL("/dashboard/news");
  const titles = page.getByRole("main").getByRole("article").getByRole("heading");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("News");
  const count = await titles.count();
  await page.getByText("Filter", { exact: true }).click();
  await page.getByLabel("Category").selectOption("Tips");
  await page.getByRole("button", { name: "Apply filters" }).click();
  await expect(page).toHaveURL(/category=Tips/);
  await expect(titles.filter({ hasText: "Check claims while they can still be sent" })).toBeVisible();
  await expect.poll(() => titles.count()).toBeLessThan(count);
  await page.getByRole("link", { name: /^Tips.*remove this filter/ }).click();
  await expect(titles).toHaveCount(count);
});
