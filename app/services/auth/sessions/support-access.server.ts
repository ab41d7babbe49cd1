import { Op, type Transaction } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { openSupportAccess } from "#app/database/queries/valid-rights.server.ts";
import { someOf, type Value } from "#app/database/values.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { isAdminRole } from "#app/lib/domain.ts";
import { Session, SupportAccess, User, Workspace } from "#app/models/index.server.ts";
import { type Actor, recordAudit } from "#app/services/audit-log/audit-log.server.ts";
import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";

/** Whether `findSupportAccess` finds one. */
export const hasSupportAccess = (workspaceId: string): Value<boolean> =>
  someOf(SupportAccess, { workspaceId, ...openSupportAccess() });

/** The support access to a workspace that holds now, and whether an administrator works by it. */
export async function findSupportAccess(
  workspaceId: string,
): Promise<{ access: SupportAccess; isInUse: boolean } | null> {
  const access = await retryRead(() =>
    SupportAccess.findOne({ where: { workspaceId, ...openSupportAccess() } }),
  );
  if (!access) return null;
  const users = await retryRead(() =>
    Session.count({
      where: { supportAccessId: access.id, endedAt: null, expiresAt: { [Op.gt]: new Date() } },
    }),
  );
  return { access, isInUse: users > 0 };
}

/** The support access that a user allows now, with the workspaces. */
export function listSupportAccesses(userId: string): Promise<SupportAccess[]> {
  return retryRead(() =>
    SupportAccess.findAll({
      where: { userId, ...openSupportAccess() },
      include: { model: Workspace, as: "workspace", required: true },
      order: [["createdAt", "DESC"]],
    }),
  );
}

/** Allows support for some hours, in place of what was allowed before. */
export async function allowSupport({
  actor,
  access,
  hours,
}: {
  actor: Actor;
  access: Access;
  hours: number;
}): Promise<void> {
  await changeWorkspace(access, "workspace:write", async ({ id: workspaceId }, transaction) => {
    const now = new Date();
    // The second of two members who allow it at once replaces the first.
    await endOpen({ workspaceId }, now, transaction);
    await SupportAccess.create(
      {
        workspaceId,
        openIn: workspaceId,
        userId: actor.user.id,
        createdAt: now,
        expiresAt: new Date(now.getTime() + hours * HOUR),
      },
      { transaction },
    );
    const detail = `for ${hours} ${hours === 1 ? "hour" : "hours"}`;
    await recordAudit({ actor, action: "support.allowed", target: actor.user, detail }, transaction);
  });
}

/** Ends the support access to a workspace, from the administrator's next request on. */
export async function endSupport({ actor, access }: { actor: Actor; access: Access }): Promise<void> {
  await changeWorkspace(access, "workspace:write", async ({ id: workspaceId }, transaction) => {
    const ended = await endOpen({ workspaceId }, new Date(), transaction);
    if (ended > 0) await recordAudit({ actor, action: "support.ended", target: actor.user }, transaction);
  });
}

/** Ends the support access that a member has allowed and may not allow any more. */
export async function endOwnSupport(
  { workspaceId, userId }: { workspaceId: string; userId: string },
  transaction: Transaction,
): Promise<void> {
  await endOpen({ workspaceId, userId }, new Date(), transaction);
}

/** Takes a session out of the workspace that it works in with support access. */
export async function leaveSupport({ actor, sessionId }: { actor: Actor; sessionId: string }): Promise<void> {
  await inTransaction(async (transaction) => {
    const session = await Session.findByPk(sessionId, { transaction, lock: true });
    if (!session?.supportAccessId) return;
    const target = await findTarget(session.supportAccessId, transaction);
    await session.update({ supportAccessId: null }, { transaction });
    if (target) await recordAudit({ actor, action: "support.left", target }, transaction);
  });
}

/** Keeps what an administrator asked for with support access: method and path, without the query. */
export async function recordSupportChange({
  actor,
  accessId,
  request,
}: {
  actor: Actor;
  accessId: string;
  request: { method: string; url: string | URL };
}): Promise<void> {
  const detail = `${request.method} ${new URL(request.url).pathname}`.slice(0, 255);
  await inTransaction(async (transaction) => {
    const target = await findTarget(accessId, transaction);
    if (target) await recordAudit({ actor, action: "support.changed", target, detail }, transaction);
  });
}

/** The access that a session uses, if it is valid and the account is still an administrator's. */
export async function findUsedAccess(
  accessId: string,
  { role }: Pick<User, "role">,
): Promise<SupportAccess | null> {
  if (!isAdminRole(role)) return null;
  return retryRead(() =>
    SupportAccess.findOne({
      where: { id: accessId, ...openSupportAccess() },
      include: [
        { model: Workspace, as: "workspace", where: { deleteRequestedAt: null }, required: true },
        { model: User, as: "user", where: { isActive: true }, attributes: ["name"], required: true },
      ],
    }),
  );
}

async function findTarget(accessId: string, transaction: Transaction): Promise<User | null> {
  const access = await SupportAccess.findByPk(accessId, { transaction });
  return access && User.findByPk(access.userId, { transaction });
}

async function endOpen(
  where: { workspaceId: string; userId?: string },
  now: Date,
  transaction: Transaction,
): Promise<number> {
  const [ended] = await SupportAccess.update(
    { endedAt: now, openIn: null },
    { where: { ...where, openIn: where.workspaceId }, transaction },
  );
  return ended;
}
