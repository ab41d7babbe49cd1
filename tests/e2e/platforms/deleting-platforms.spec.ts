import { Tiers } from "#app/schemas/tiers.ts";
import { deletePlatform, replaceTiers } from "#app/services/platforms/manage-platforms.server.ts";
import { createForm, createOwner, createPlatforms, submitForm } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

const at = "/dashboard/affiliate-settings";

test("says before a platform is deleted that its submissions keep its name, and who becomes the default", async ({
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
  await page.goto(`${at}/${first?.id}`);
  await page.getByText("Delete…").click();
  const question = page.getByRole("region", { name: `Delete ${first?.name}?` });
  await expect(question).toContainText("is archived. Its 2 submissions and their commissions stay");
  await expect(question).toContainText(`${third?.name} becomes the default platform.`);
  await expect(question).toContainText("It cannot be undone.");
  await expect(question.getByRole("link").or(question.getByRole("button"))).toHaveText([
    "Keep it",
    "Delete platform",
  ]);

  await question.getByRole("link", { name: "Keep it" }).click();
  await expect(question).toBeHidden();

  await third?.update({ isActive: false });
  await page.reload();
  await page.getByText("Delete…").click();
  await expect(question).toContainText(`${second?.name} becomes the default platform and is switched on.`);
});

test("says before a platform without submissions is deleted that it is gone with its tiers", {
  tag: "@once",
}, async ({ page, signedInAs }) => {
  const owner = await createOwner();
  const [only] = await createPlatforms(1, { owner });
  await replaceTiers({
    workspaceId: owner.workspace.id,
    platformId: String(only?.id),
    tiers: Tiers.parse([{ name: "Bronze", minAmount: 0, type: "percentage", value: 20, currency: "EUR" }]),
  });
  await signedInAs(owner);
  await page.goto(`${at}/${only?.id}`);
  await page.getByText("Delete…").click();
  const question = page.getByRole("region", { name: `Delete ${only?.name}?` });
  await expect(question).toContainText("is gone with its tiers. No submission names it.");
  await expect(question).toContainText("the next one that you add becomes the default");
});

test("still filters the list by a platform that was archived", { tag: "@once" }, async ({
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
  const kept = await submitForm(form, { platform: gone.id });
  await deletePlatform({ workspaceId: owner.workspace.id, platformId: gone.id });
  await signedInAs(owner);
  await inbox.open();
  await inbox.filter(async (fields) => {
    await fields.getByLabel("Platform").selectOption({ label: "Pacifica Prime, archived" });
  });
  await expect(inbox.people).toHaveText([kept.email]);
  await expect(page.getByRole("link", { name: "Pacifica Prime, archived" })).toBeVisible();
});
