import { Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { readValues, rowsOf } from "#app/database/values.server.ts";
import { Conflict, NotFound } from "#app/lib/errors.ts";
import { SavedView, User } from "#app/models/index.server.ts";
import { assertAccess, hasAccess, type MemberAccess } from "#app/services/workspaces/access.server.ts";

type Member = { workspaceId: string; userId: string };

export type SavedViewLink = { id: string; name: string; query: string; isShared: boolean; isOwn: boolean };

const VIEWS_MAX = 50;

const visibleTo = ({ workspaceId, userId }: Member) => ({
  workspaceId,
  [Op.or]: [{ isShared: true }, { userId }],
});

/** A user's views of a workspace and those that others share in it, the oldest first. */
export async function listSavedViews(member: Member): Promise<SavedViewLink[]> {
  const { views } = await retryRead(() =>
    readValues({
      views: rowsOf(SavedView, {
        where: visibleTo(member),
        attributes: ["id", "name", "query", "isShared", "userId", "createdAt"],
        order: [["createdAt", "ASC"]],
      }),
    }),
  );
  return views.map(({ id, name, query, isShared, userId }) => ({
    id,
    name,
    query,
    isShared,
    isOwn: userId === member.userId,
  }));
}

/** @throws {Conflict} `too_many_views`, or `name_taken` by another of the user's own */
export async function saveView({
  access,
  ...view
}: {
  access: MemberAccess;
  name: string;
  query: string;
  isShared: boolean;
}): Promise<void> {
  const { workspaceId, userId } = access;
  await inTransaction(async (transaction) => {
    // Of two at once, the second counts the first.
    await lockRow(User, { where: { id: userId }, attributes: ["id"], transaction });
    await assertAccess(access, view.isShared ? "views:share" : "submissions:read", transaction);
    if ((await SavedView.count({ where: { workspaceId, userId }, transaction })) >= VIEWS_MAX)
      throw new Conflict("too_many_views", "You have 50 saved views. Please delete one first.", "name");
    const named = { workspaceId, userId, name: view.name };
    if ((await SavedView.count({ where: named, transaction })) > 0)
      throw new Conflict("name_taken", "You have a view with this name. Please choose another name.", "name");
    await SavedView.create({ workspaceId, userId, ...view, createdAt: new Date() }, { transaction });
  });
}

/**
 * Deletes one of a user's own views, or a shared one for a role that may share.
 * @throws {NotFound} also for another's
 */
export async function deleteView({
  access,
  viewId,
}: {
  access: MemberAccess;
  viewId: string;
}): Promise<void> {
  const { workspaceId, userId } = access;
  const deleted = await inTransaction(async (transaction) => {
    const canShare = await hasAccess(access, "views:share", transaction);
    const deletable = canShare ? { [Op.or]: [{ userId }, { isShared: true }] } : { userId };
    return SavedView.destroy({ where: { id: viewId, workspaceId, ...deletable }, transaction });
  });
  if (deleted === 0) throw new NotFound("View");
}
