import { expect, test } from "vitest";
import { changeUserStatus } from "#app/services/admin/manage-users.server.ts";
import { findClosedForm } from "#app/services/opt-in-forms/closed-forms.server.ts";
import { findLiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { createForm, createOwner, unique } from "../../factories/index.ts";
import { recordStatements } from "../../support/statements.ts";

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

test("a slug that no form has costs one query once, and is a form's as soon as one gets it", async () => {
  const slug = `nobody-${unique()}`;
  const now = Date.now();
  const ask = async () => [await findLiveForm(slug, now), await findClosedForm(slug)];
  expect(await recordStatements(async () => expect(await ask()).toEqual([null, null]))).toHaveLength(1);
  expect(await recordStatements(ask)).toEqual([]);
  await createForm({ slug });
  expect(await findLiveForm(slug, now)).toMatchObject({ page: { slug } });
});

test("whoever tries thousands of slugs that no form has pushes no form out of memory", async () => {
  const { slug } = await createForm();
  const now = Date.now();
  await findLiveForm(slug, now);
  for (let tried = 0; tried < 5_100; tried += 100)
    await Promise.all(Array.from({ length: 100 }, (_, index) => findLiveForm(`tried-${tried + index}`, now)));
  expect(await recordStatements(() => findLiveForm(slug, now))).toEqual([]);
});
