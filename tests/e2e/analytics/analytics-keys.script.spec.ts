import { createForm, submitForm } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

test("one letter chooses the days, unless the keys are switched off", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  await submitForm(form);
  await signedInAs(form.owner);
  await page.goto("/dashboard/analytics");
  const keys = page.getByText("Keys", { exact: true });
  await expect(keys).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("w");
    await expect(page).toHaveURL(/period=7days/, { timeout: 500 });
  }).toPass();
  await page.keyboard.press("x");
  await expect(page).toHaveURL(/compare=year/);
  await expect(page.getByText(/compared with .* 2025/)).toBeVisible();

  await keys.click();
  await page.getByLabel("Use these keys").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("d");
  await page.getByRole("link", { name: "28 days" }).click();
  await expect(page).toHaveURL(/period=28days/);
  await page.reload();
  await keys.click();
  await expect(page.getByLabel("Use these keys")).not.toBeChecked();
});
