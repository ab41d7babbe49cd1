import { Tiers } from "#app/schemas/tiers.ts";
import { deletePlatform } from "#app/services/platforms/delete-platform.server.ts";
import { replaceTiers } from "#app/services/platforms/replace-tiers.server.ts";
import { createForm, createOwner, createPlatforms, submitForm, toAccess } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

const at = "/dashboard/affiliate-settings";

test("the question before a deletion says that submissions keep the name, and who becomes the default", async ({
  page,
  signedInAs,
}) => {
  const owner = await createOwner();
  const platforms = await createPlatforms(3, { owner });
  const [first, second, third] = platforms;
  await second?.update({ isActive: false });
  const form = await createForm({ owner, platforms });
  await submitForm(form);
  await submitForm(form);
  await signedInAs(owner);
  await page.goto(`${at}/${first?.id}/form`);
  await page.getByText("Delete…").click();
  const question = page.getByRole("region", { name: `Delete ${first?.name}?` });
  await expect(question).toContainText("Its 2 claims and their commissions are kept.");
  await expect(question).toContainText(`${third?.name} becomes the default broker.`);
  await expect(question).toContainText("This can't be undone.");
  await expect(question.getByRole("link").or(question.getByRole("button"))).toHaveText([
    "Keep it",
    "Delete broker",
  ]);

  await question.getByRole("link", { name: "Keep it" }).click();
  await expect(question).toBeHidden();

  await third?.update({ isActive: false });
  await page.reload();
  await page.getByText("Delete…").click();
  await expect(question).toContainText(`${second?.name} becomes the default broker and is switched on.`);
});

test("the question before an unused platform's deletion says that its tiers go too", {
  tag: "@audit",
}, async ({ page, signedInAs }) => {
  const owner = await createOwner();
  const [only] = await createPlatforms(1, { owner });
  await replaceTiers({
    access: toAccess(owner),
    platformId: String(only?.id),
    tiers: Tiers.parse([{ name: "Bronze", minAmount: 0, type: "percentage", value: 20, currency: "EUR" }]),
  });
  await signedInAs(owner);
  await page.goto(`${at}/${only?.id}/form`);
  await page.getByText("Delete…").click();
  const question = page.getByRole("region", { name: `Delete ${only?.name}?` });
  await expect(question).toContainText("with its tiers. It has no claims.");
  await expect(question).toContainText("the next one you add becomes the default");
});

test("an archived platform still filters the list", { tag: "@audit" }, async ({
  page,
  inbox,
  signedInAs,
}) => {
  const owner = await createOwner();
  const [used, gone] = await createPlatforms(2, { owner });
  if (!used || !gone) throw new Error("There are no platforms.");
  await gone.update({ name: "Pacifica Prime" });
  const form = await createForm({ owner, platforms: [used, gone] });
  await submitForm(form, { platform: used.id });
  const submission = await submitForm(form, { platform: gone.id });
  await deletePlatform({ access: toAccess(owner), platformId: gone.id });
  await signedInAs(owner);
  await inbox.open();
  await inbox.filter(async (fields) => {
    await fields.getByLabel("Broker", { exact: true }).selectOption({ label: "Pacifica Prime, archived" });
  });
  await expect(inbox.people).toHaveText([submission.email]);
  await expect(page.getByRole("link", { name: "Pacifica Prime, archived" })).toBeVisible();
});
