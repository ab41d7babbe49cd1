import { expect, test } from "vitest";
import { changeUserStatus } from "#app/services/admin/manage-users.server.ts";
import { findLiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { createForm, createOwner } from "../../factories/index.ts";

test("a form is gone as soon as its owner is deactivated, and there again as soon as they are activated", async () => {
  const { slug, owner } = await createForm();
  const actor = { user: await createOwner({ role: "superadmin" }), ip: null };
  // The same moment each time: what is cached never expires.
  const now = Date.now();
  const isThere = async () => (await findLiveForm(slug, now)) !== null;
  expect(await isThere()).toBe(true);
  await changeUserStatus({ actor, userId: owner.id, isActive: false });
  expect(await isThere()).toBe(false);
  await changeUserStatus({ actor, userId: owner.id, isActive: true });
  expect(await isThere()).toBe(true);
});
