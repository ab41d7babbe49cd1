import { Op, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { finish, LEASE_MS, type Lease, renew, reschedule } from "#app/database/leases.server.ts";
import { NewsAnnouncement, NewsItem, User } from "#app/models/index.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { getChannels } from "./find-recipients.server.ts";
import { saveNotification } from "./save-notification.server.ts";

/** Accounts of one transaction: a visitor who submits meanwhile waits for no more than these on SQLite. */
const BATCH = 100;
/** Well before the lease ends, the rest becomes due again. */
const WORK_MS = LEASE_MS / 4;

/**
 * Tells the accounts that want product news of an announced item, a batch at a time. Each batch is saved with
 * its last account, under the lease: whoever claims the announcement next continues after it.
 */
export async function notifyOfNews(lease: Lease, isStopping: () => boolean): Promise<void> {
  const until = Date.now() + WORK_MS;
  while (!isStopping() && Date.now() < until)
    if (!(await inTransaction((transaction) => notifyBatch(lease, transaction)))) return;
  await inTransaction((transaction) => reschedule(NewsAnnouncement, lease, { delayMs: 0 }, transaction));
}

/** @returns whether there may be more */
async function notifyBatch(lease: Lease, transaction: Transaction): Promise<boolean> {
  const announcement = await NewsAnnouncement.findOne({
    where: { id: lease.id, leaseToken: lease.token },
    include: { model: NewsItem, as: "newsItem", required: true },
    transaction,
  });
  if (!announcement?.newsItem) return false;
  const { lastUserId, newsItem } = announcement;
  const users = await User.findAll({
    where: { id: { [Op.gt]: lastUserId ?? "" }, isActive: true, deleteRequestedAt: null },
    order: [["id", "ASC"]],
    limit: BATCH,
    transaction,
  });
  const last = users.at(-1);
  if (!last) {
    await finish(NewsAnnouncement, lease, { state: "done", dueAt: null }, transaction);
    return false;
  }
  if (!(await renew(NewsAnnouncement, lease, { lastUserId: last.id }, transaction))) return false;
  for (const user of users) await notifyUser(user, newsItem, transaction);
  return true;
}

async function notifyUser(user: User, item: NewsItem, transaction: Transaction): Promise<void> {
  const { byEmail, inApp, byTelegram } = getChannels(user, "productNews");
  const { id: userId, name, email } = user;
  const { title, summary, url } = item;
  if (inApp || byTelegram)
    await saveNotification(
      {
        userId,
        workspaceId: null,
        kind: "productNews",
        type: "newsPublished",
        groupKey: `news:${item.id}`,
        payload: { title, summary },
        isInApp: inApp,
        isEmailed: false,
        byTelegram,
      },
      transaction,
    );
  if (byEmail)
    await queueMail(
      { kind: "product-news", to: email, userId, props: { name, title, summary, url } },
      transaction,
    );
}
