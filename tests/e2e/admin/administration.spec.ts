import { User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createForm, createOwner, submitForm } from "../../factories/index.ts";
import { seen } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

test("an administrator changes a user's role and deletes another, from the list", async ({
  page,
  signedInAs,
}) => {
  const [target, other] = [await createOwner(), await createOwner()];
  await signedInAs(await createOwner({ role: "superadmin" }));
  await page.goto("/admin/users");
  const row = page.getByRole("row").filter({ hasText: target.email });
  await row.getByText("Manage").click();
  await row.getByLabel("Role").selectOption("admin");
  await row.getByRole("button", { name: "Change role" }).click();
  await expect(page.getByText("User role updated to admin")).toBeVisible();
  await expect(row.getByRole("cell", { name: "admin", exact: true })).toBeVisible();

  const second = page.getByRole("row").filter({ hasText: other.email });
  await second.getByText("Manage").click();
  await second.getByRole("link", { name: "Delete…" }).click();
  await seen(page.getByText(messages.admin.deleted), () =>
    page.getByRole("button", { name: "Delete user" }).click(),
  );
  await expect(page.getByText(other.email)).toHaveCount(0);
  expect(await User.findByPk(target.id)).toMatchObject({ role: "admin" });
});

test("support works in a workspace that its owner opened, seen by both", { tag: "@once" }, async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  const { email } = await submitForm(form);
  await signedInAs(form.owner);
  await page.goto("/dashboard/settings/support-access");
  await page.getByLabel("For one hour").check();
  await page.getByRole("button", { name: "Allow support access" }).click();
  await expect(page.getByText("Support access is allowed")).toBeVisible();

  await signedInAs(await createOwner({ role: "admin" }));
  await page.goto(`/admin/users/${form.owner.id}`);
  await page.getByRole("button", { name: "Enter the workspace" }).click();
  await expect(page.getByText("You are working in the workspace of")).toBeVisible();
  await page.goto("/dashboard/submissions");
  await expect(page.getByText(email).first()).toBeVisible();

  await signedInAs(form.owner);
  await page.goto("/dashboard/overview");
  await expect(page.getByText("Support is working in your workspace")).toBeVisible();
  await page.getByRole("button", { name: "End support access" }).click();
  await expect(page.getByText(messages.support.ended)).toBeVisible();
  await expect(page.getByText("Nobody has support access now.")).toBeVisible();
});
