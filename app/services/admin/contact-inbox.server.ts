import { Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { CONTACT_SUBJECT_LABELS } from "#app/lib/domain.ts";
import { NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { ContactMessage } from "#app/models/index.server.ts";
import { PAGE_SIZE } from "#app/schemas/shared/limits.ts";
import { type Actor, recordAudit } from "#app/services/audit-log/audit-log.server.ts";
import { lockAdministrator } from "./may-manage.server.ts";

/** How many messages are unhandled. */
export const countUnhandled = (): Promise<number> =>
  retryRead(() => ContactMessage.count({ where: { handledAt: null } }));

/** One page of the contact messages, the newest first. */
export async function listMessages({ view, page }: { view: "unhandled" | "handled"; page: number }) {
  const where = { handledAt: view === "handled" ? { [Op.ne]: null } : null };
  const total = await retryRead(() => ContactMessage.count({ where }));
  const contactMessages = await retryRead(() =>
    ContactMessage.findAll({
      where,
      order: [
        ["createdAt", "DESC"],
        ["id", "DESC"],
      ],
      limit: PAGE_SIZE,
      offset: (page - 1) * PAGE_SIZE,
    }),
  );
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  return { contactMessages, pagination: { total, page, limit: PAGE_SIZE, pages } };
}

/** @throws {NotFound} also if the administrator has lost the role */
export async function markMessage({
  actor,
  messageId,
  isHandled,
}: {
  actor: Actor;
  messageId: string;
  isHandled: boolean;
}): Promise<void> {
  await inTransaction(async (transaction) => {
    await lockAdministrator(actor, transaction);
    const row = isId(messageId)
      ? await ContactMessage.findByPk(messageId, { transaction, lock: true })
      : null;
    if (!row) throw new NotFound("Message");
    // If two administrators act at once, the first one counts.
    if ((row.handledAt !== null) === isHandled) return;
    await row.update(
      isHandled
        ? { handledAt: new Date(), handledBy: actor.user.username }
        : { handledAt: null, handledBy: null },
      { transaction },
    );
    // Audit entries are kept longer than messages, so this contains no personal data.
    const detail = `${CONTACT_SUBJECT_LABELS[row.subject]}, received ${row.createdAt.toISOString()}`;
    const action = isHandled ? "message.handled" : "message.reopened";
    await recordAudit({ actor, action, detail }, transaction);
  });
}
