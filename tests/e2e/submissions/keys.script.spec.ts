import { Submission } from "#app/models/index.server.ts";
import { createForm } from "../../factories/index.ts";
import { submitMany } from "../support/claims.ts";
import { expect, test } from "../support/test.ts";

test("verifies twenty claims with twenty-two keys, and none once keys are off", async ({
  inbox,
  page,
  signedInAs,
}) => {
  const form = await createForm();
  const emails = await submitMany(20, form);
  await signedInAs(form.owner);
  await inbox.open();
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };

  await press("j");
  await press("Enter");
  for (const email of emails) {
    const title = inbox.sheet(email).region.getByRole("heading", { level: 2 });
    await expect(title).toBeFocused();
    await expect(inbox.sheet(email).handled).toHaveAttribute("aria-keyshortcuts", "a");
    await press("a");
  }

  await expect.poll(() => Submission.count({ where: { status: "handled", formId: form.id } })).toBe(20);
  expect(presses).toBe(22);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/dashboard/submissions");
  await expect(page.getByRole("heading", { name: "Nothing to check" })).toBeVisible();
  await page.keyboard.press("?");
  await page.getByLabel("Use keyboard shortcuts").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Options", { exact: true })).toBeVisible();
  await page.keyboard.press("/");
  await expect(inbox.search).not.toBeFocused();
});
