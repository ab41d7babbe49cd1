import type { Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { config } from "#app/env.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import { NewsAnnouncement, NewsItem } from "#app/models/index.server.ts";
import type { NewsItemInput } from "#app/schemas/news.ts";
import { lockAdministrator } from "#app/services/admin/may-manage.server.ts";
import { type Actor, recordAudit } from "#app/services/audit-log/audit-log.server.ts";

/** The items that administrators wrote, the newest first. */
export function listOwnNews(): Promise<NewsItem[]> {
  return retryRead(() => NewsItem.findAll({ where: { feedId: null }, order: [["publishedAt", "DESC"]] }));
}

/** @throws {NotFound} also for an item of a feed */
export async function getOwnNews(id: string): Promise<NewsItem> {
  const item = await retryRead(() => NewsItem.findOne({ where: { id, feedId: null } }));
  if (!item) throw new NotFound("News item");
  return item;
}

type NewsItemManagement = { actor: Actor; id: string };

/**
 * Publishes an item and queues its announcement.
 * @throws {NotFound} if the administrator has lost the role
 */
export async function createOwnNews({
  actor,
  input,
}: {
  actor: Actor;
  input: NewsItemInput;
}): Promise<NewsItem> {
  const id = newId();
  const now = new Date();
  return inTransaction(async (transaction) => {
    await lockAdministrator(actor, transaction);
    const item = await NewsItem.create(
      {
        id,
        ...input,
        feedId: null,
        itemKey: `own:${id}`,
        source: config.brandName,
        publishedAt: now,
        createdByUserId: actor.user.id,
        createdAt: now,
      },
      { transaction },
    );
    await NewsAnnouncement.create(
      { newsItemId: id, state: "queued", dueAt: now, attemptCount: 0, createdAt: now },
      { transaction },
    );
    announceDue(NewsAnnouncement, transaction);
    await recordAudit({ actor, action: "news.published", detail: item.title }, transaction);
    return item;
  });
}

/** Changes an item without announcing it again. @throws {NotFound} */
export async function updateOwnNews({
  actor,
  id,
  input,
}: NewsItemManagement & { input: NewsItemInput }): Promise<void> {
  await inTransaction(async (transaction) => {
    const item = await lockItem({ actor, id }, transaction);
    item.set(input);
    if (!item.changed()) return;
    await item.save({ transaction });
    await recordAudit({ actor, action: "news.changed", detail: item.title }, transaction);
  });
}

/** Deletes an item and stops its announcement. @throws {NotFound} */
export async function deleteOwnNews(managing: NewsItemManagement): Promise<void> {
  await inTransaction(async (transaction) => {
    const item = await lockItem(managing, transaction);
    await item.destroy({ transaction });
    const { actor } = managing;
    await recordAudit({ actor, action: "news.deleted", detail: item.title }, transaction);
  });
}

async function lockItem({ actor, id }: NewsItemManagement, transaction: Transaction): Promise<NewsItem> {
  await lockAdministrator(actor, transaction);
  const item = await NewsItem.findOne({ where: { id, feedId: null }, transaction, lock: true });
  if (!item) throw new NotFound("News item");
  return item;
}
