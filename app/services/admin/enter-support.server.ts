import { inTransaction } from "#app/database/connection.server.ts";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { openSupportAccess } from "#app/database/queries/valid-rights.server.ts";
import { Conflict, NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { Session, SupportAccess, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { type Actor, recordAudit } from "#app/services/audit-log/audit-log.server.ts";
import { lockAdministrator } from "./may-manage.server.ts";

/**
 * Lets an administrator's session work in a workspace that a user opened to support.
 * @throws {NotFound} for an unknown user and a lost role, {Conflict} `no_support_access` if the user allows none
 */
export async function enterSupport({
  actor,
  sessionId,
  userId,
  accessId,
}: {
  actor: Actor;
  sessionId: string;
  userId: string;
  accessId: string;
}): Promise<void> {
  await inTransaction(async (transaction) => {
    await lockAdministrator(actor, transaction);
    const target = isId(userId) ? await User.findByPk(userId, { transaction }) : null;
    if (!target) throw new NotFound("User");
    const where = { id: isId(accessId) ? accessId : "", userId, ...openSupportAccess() };
    const access = await lockRow(SupportAccess, { where, transaction });
    if (!access || userId === actor.user.id) throw new Conflict("no_support_access", messages.support.none);
    await Session.update({ supportAccessId: access.id }, { where: { id: sessionId }, transaction });
    await recordAudit({ actor, action: "support.entered", target }, transaction);
  });
}
