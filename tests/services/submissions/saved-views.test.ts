import { expect, test } from "vitest";
import { deleteView, listSavedViews, saveView } from "#app/services/submissions/saved-views.server.ts";
import { createMember, createOwner, toAccess } from "../../factories/index.ts";

test("a saved view is its user's own until it is shared, and only they delete it", async () => {
  const owner = await createOwner();
  const colleague = await createMember(owner, "checker");
  const [mine, theirs] = [toAccess(owner), toAccess(owner, colleague)];
  await saveView({ access: mine, name: "Private", query: "?status=all", isShared: false });
  await saveView({ access: mine, name: "Instagram", query: "?source=instagram", isShared: true });
  await expect(
    saveView({ access: mine, name: "Private", query: "?status=handled", isShared: false }),
  ).rejects.toMatchObject({ code: "name_taken", field: "name" });
  const names = async (member: { workspaceId: string; userId: string }) =>
    (await listSavedViews(member)).map(({ name }) => name);

  expect(await names(mine)).toEqual(["Private", "Instagram"]);
  expect(await listSavedViews(theirs)).toMatchObject([
    { name: "Instagram", query: "?source=instagram", isShared: true, isOwn: false },
  ]);
  const { id: foreignOwner, workspace } = await createOwner();
  expect(await names({ workspaceId: workspace.id, userId: foreignOwner })).toEqual([]);
  const [, shared] = await listSavedViews(mine);
  const viewId = shared?.id ?? "";
  await expect(deleteView({ access: theirs, viewId })).rejects.toMatchObject({
    code: "not_found",
  });
  await deleteView({ access: mine, viewId });
  expect(await names(theirs)).toEqual([]);
  const managers = toAccess(owner, await createMember(owner, "manager"));
  // Whoever may share also deletes what others have shared, and nothing private.
  await saveView({ access: managers, name: "Shared", query: "?status=all", isShared: true });
  await saveView({ access: theirs, name: "Own", query: "?status=all", isShared: false });
  for (const { id } of await listSavedViews(theirs))
    await deleteView({ access: mine, viewId: id }).catch(() => undefined);
  expect(await names(theirs)).toEqual(["Own"]);
});
