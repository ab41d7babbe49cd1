import { createForm, submitForm } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

test("a folded breakdown that was opened stays open with other days, after a reload and on the way back", async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  await submitForm(form, { pageUrl: "https://casa.example/?utm_source=story&utm_campaign=bio" });
  await signedInAs(form.owner);
  await page.goto("/dashboard/analytics");
  const row = page.getByRole("row", { name: /bio/ });
  const hours = page.getByText("Show as a table").last();
  // Only with script, once it runs.
  await expect(page.getByText("Keys", { exact: true })).toBeVisible();
  await page.getByRole("heading", { name: "By campaign" }).click();
  await expect(page).toHaveURL(/open=campaign/);
  await expect(row).toBeVisible();
  await page.getByRole("heading", { name: "By hour of the day" }).click();
  await expect(hours).toBeVisible();
  await expect(page).toHaveURL(/hour/);
  await page.getByRole("link", { name: "90 days" }).click();
  await expect(page).toHaveURL(/period=90days/);
  await expect(row).toBeVisible();
  await expect(hours).toBeVisible();
  await page.reload();
  await expect(row).toBeVisible();
  await row.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Claims");
  await page.goBack();
  await expect(row).toBeVisible();
  await page.getByRole("heading", { name: "By campaign" }).click();
  await expect(page).not.toHaveURL(/open=campaign/);
  await expect(row).toBeHidden();
  await expect(page).toHaveURL(/open=hour/);
});
