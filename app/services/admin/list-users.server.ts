import { col, fn, literal, Op, type WhereOptions } from "sequelize";
import { isSqlite, retryRead, sequelize } from "#app/database/connection.server.ts";
import { likeEscape } from "#app/database/dialect.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { Session, User, Workspace, WorkspaceMember } from "#app/models/index.server.ts";
import type { AdminUsersQuery } from "#app/schemas/admin.ts";
import { chooseMembership } from "#app/services/workspaces/memberships.server.ts";

/** A user with the workspace whose plan counts, and the last use of a session. */
export type ListedUser = { user: User; workspace: Workspace; lastSeenAt: Date | null };

const withWorkspaces = {
  model: WorkspaceMember,
  as: "memberships",
  required: true,
  include: [{ model: Workspace, as: "workspace", required: true }],
};

/** One page of the users that the filters leave, the newest first. */
export async function listUsers({ page, limit, search, role, status }: AdminUsersQuery) {
  const where: WhereOptions = {
    deleteRequestedAt: null,
    ...(role ? { role } : {}),
    ...(status ? { isActive: status === "active" } : {}),
    ...(search ? { [Op.and]: search.split(/\s+/).map(matchesWord) } : {}),
  };
  const total = await retryRead(() => User.count({ where }));
  const found = await retryRead(() =>
    User.findAll({
      where,
      attributes: ["id"],
      order: [
        ["createdAt", "DESC"],
        ["id", "DESC"],
      ],
      limit,
      offset: (page - 1) * limit,
    }),
  );
  const ids = found.map(({ id }) => id);
  const byId = new Map((await findUsers(ids)).map((listed) => [listed.user.id, listed]));
  return {
    users: ids.flatMap((id) => byId.get(id) ?? []),
    pagination: { page, limit, total, totalPages: Math.max(1, Math.ceil(total / limit)) },
  };
}

/** @throws {NotFound} also for a deleted one */
export async function getUser(userId: string): Promise<ListedUser> {
  const [found] = isId(userId) ? await findUsers([userId]) : [];
  if (!found || found.user.deleteRequestedAt) throw new NotFound("User");
  return found;
}

async function findUsers(ids: string[]): Promise<ListedUser[]> {
  const [users, uses] = await Promise.all([
    retryRead(() => User.findAll({ where: { id: ids }, include: [withWorkspaces] })),
    retryRead(() =>
      Session.findAll({
        where: { userId: ids },
        attributes: ["userId", [fn("MAX", col("lastUsedAt")), "lastUsedAt"]],
        group: ["userId"],
      }),
    ),
  ]);
  const lastUses = new Map(uses.map(({ userId, lastUsedAt }) => [userId, new Date(lastUsedAt)]));
  return users.map((user) => ({
    user,
    workspace: chooseMembership(user.memberships ?? [], null).workspace,
    lastSeenAt: lastUses.get(user.id) ?? null,
  }));
}

function matchesWord(word: string): WhereOptions {
  const like = (column: string) =>
    listSpellings(word).map((spelling) => {
      const pattern = sequelize.escape(`%${spelling.replace(/[\\%_]/g, "\\$&")}%`);
      return literal(`\`User\`.\`${column}\` LIKE ${pattern} ${likeEscape}`);
    });
  return { [Op.or]: ["name", "username", "email"].flatMap(like) };
}

/** SQLite takes only ASCII letters as equal to their capitals. */
function listSpellings(word: string): string[] {
  const [lower, upper] = [word.toLowerCase(), word.toUpperCase()];
  const [first = "", ...rest] = lower;
  return isSqlite ? [...new Set([word, lower, upper, first.toUpperCase() + rest.join("")])] : [word];
}
