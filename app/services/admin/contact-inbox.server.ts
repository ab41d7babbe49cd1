import { Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { ContactMessage, type User } from "#app/models/index.server.ts";
import { PAGE_SIZE } from "#app/schemas/shared/limits.ts";

/** How many messages nobody has handled. */
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

/** @throws {NotFound} */
export async function markMessage({
  messageId,
  isHandled,
  user,
}: {
  messageId: string;
  isHandled: boolean;
  user: User;
}): Promise<void> {
  const values = isHandled
    ? { handledAt: new Date(), handledBy: user.username }
    : { handledAt: null, handledBy: null };
  const found = await inTransaction(async (transaction) => {
    const row = isId(messageId)
      ? await ContactMessage.findByPk(messageId, { transaction, lock: true })
      : null;
    // Of two administrators the first has handled it.
    if (row && (row.handledAt === null) === isHandled) await row.update(values, { transaction });
    return row;
  });
  if (!found) throw new NotFound("Message");
}
