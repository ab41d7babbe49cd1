import { FormSlug } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createForm } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

const sentences = messages.formSettings;

test("the preview follows what is typed, and the address says whether it is free", async ({
  page,
  signedInAs,
}) => {
  const [form, other] = [await createForm(), await createForm()];
  const earlier = `${form.slug}-earlier`;
  await FormSlug.create({
    slug: earlier,
    workspaceId: form.owner.workspace.id,
    createdAt: new Date(),
  });
  await signedInAs(form.owner);
  await page.goto("/dashboard/optin-settings");
  const preview = page.frameLocator("iframe");
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Confirm your deposit");
  await expect(page.getByRole("button", { name: "Save changes" })).toBeHidden();

  await page.getByLabel("Title").fill("Tell us about your deposit");
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Tell us about your deposit");
  await expect(page.getByRole("button", { name: "Save changes" })).toBeVisible();

  const slug = page.getByLabel("Address of your form");
  for (const [typed, said] of [
    [other.slug, sentences.slugTaken],
    [`${other.slug}-free`, sentences.slugFree],
    [earlier, sentences.slugOwn],
    ["api", sentences.slugReserved],
  ] as const) {
    await slug.fill(typed);
    await expect(page.getByText(said)).toBeVisible();
  }
});

test("a question comes before unsaved settings are left", async ({ page, signedInAs }) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.goto("/dashboard/optin-settings");
  await page.getByLabel("Title").fill("Not saved");
  await expect(page.getByRole("button", { name: "Save changes" })).toBeVisible();
  const asked = page.waitForEvent("dialog");

  const leaving = page.getByRole("link", { name: "Overview" }).first().click();

  const dialog = await asked;
  expect(dialog.message()).toBe(sentences.leaveUnsaved);
  await dialog.dismiss();
  await leaving;
  await expect(page.getByLabel("Title")).toHaveValue("Not saved");
});
