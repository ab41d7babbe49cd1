import { expect, test } from "vitest";
import { deleteView, listSavedViews, saveView } from "#app/services/submissions/saved-views.server.ts";
import { createMember, createOwner } from "../../factories/index.ts";

test("a saved view is its user's own until it is shared, and only they delete it", async () => {
  const owner = await createOwner();
  const colleague = await createMember(owner, "checker");
  const workspaceId = owner.workspace.id;
  const [mine, theirs] = [owner.id, colleague.id].map((userId) => ({ workspaceId, userId }));
  if (!mine || !theirs) throw new Error("Two members.");
  await saveView({ ...mine, name: "Private", query: "?status=all", isShared: false });
  await saveView({ ...mine, name: "Instagram", query: "?source=instagram", isShared: true });
  await expect(
    saveView({ ...mine, name: "Private", query: "?status=handled", isShared: false }),
  ).rejects.toMatchObject({ code: "name_taken", field: "name" });
  const names = async (member: typeof mine) => (await listSavedViews(member)).map(({ name }) => name);

  expect(await names(mine)).toEqual(["Private", "Instagram"]);
  expect(await listSavedViews(theirs)).toMatchObject([
    { name: "Instagram", query: "?source=instagram", isShared: true, isOwn: false },
  ]);
  const { id: foreignOwner, workspace } = await createOwner();
  expect(await names({ workspaceId: workspace.id, userId: foreignOwner })).toEqual([]);
  const [, shared] = await listSavedViews(mine);
  const viewId = shared?.id ?? "";
  await expect(deleteView({ ...theirs, viewId, canShare: false })).rejects.toMatchObject({
    code: "not_found",
  });
  await deleteView({ ...mine, viewId, canShare: false });
  expect(await names(theirs)).toEqual([]);
  // Whoever may share also deletes what others have shared, and nothing private.
  await saveView({ ...theirs, name: "Shared", query: "?status=all", isShared: true });
  await saveView({ ...theirs, name: "Own", query: "?status=all", isShared: false });
  for (const { id } of await listSavedViews(theirs))
    await deleteView({ ...mine, viewId: id, canShare: true }).catch(() => undefined);
  expect(await names(theirs)).toEqual(["Own"]);
});
