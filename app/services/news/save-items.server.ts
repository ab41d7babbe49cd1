import { type Transaction, UniqueConstraintError } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { type NewsFeed, NewsItem } from "#app/models/index.server.ts";
import { toItemKey } from "./item-key.ts";
import type { FeedItem } from "./parse-feed.server.ts";

/** How many items of a feed are kept. */
const KEPT = 100;

/** Undated items come last. */
export const NEWEST_FIRST: ["isUndated" | "publishedAt", "ASC" | "DESC"][] = [
  ["isUndated", "ASC"],
  ["publishedAt", "DESC"],
];

type FetchedFeed = { feed: NewsFeed; source: string; items: FeedItem[]; now: Date };

/** Inserts and updates a feed's items, except those that another feed has already. */
export async function saveItems(fetched: FetchedFeed): Promise<void> {
  try {
    await inTransaction((transaction) => writeItems(fetched, transaction));
  } catch (error) {
    // Another feed has just inserted the same item. The next look finds it.
    if (!(error instanceof UniqueConstraintError)) throw error;
    await inTransaction((transaction) => writeItems(fetched, transaction));
  }
}

async function writeItems(
  { feed, source, items, now }: FetchedFeed,
  transaction: Transaction,
): Promise<void> {
  const byKey = new Map(items.map((item) => [toItemKey({ ...item, source }), item]));
  const stored = await NewsItem.findAll({ where: { itemKey: [...byKey.keys()] }, transaction });
  for (const row of stored) {
    const item = byKey.get(row.itemKey);
    byKey.delete(row.itemKey);
    if (!item || row.feedId !== feed.id) continue;
    const { title, summary, url, publishedAt } = item;
    row.set({ title, summary, url, source, category: feed.category, isUndated: publishedAt === null });
    if (row.changed("isUndated") && publishedAt) row.set({ publishedAt });
    if (row.changed()) await row.save({ transaction });
  }
  await NewsItem.bulkCreate(
    [...byKey].map(([itemKey, item]) => ({
      ...item,
      publishedAt: item.publishedAt ?? now,
      isUndated: item.publishedAt === null,
      itemKey,
      source,
      feedId: feed.id,
      category: feed.category,
      createdAt: now,
    })),
    { transaction },
  );
  await deleteOldest(feed.id, transaction);
}

async function deleteOldest(feedId: string, transaction: Transaction): Promise<void> {
  const rows = await NewsItem.findAll({
    where: { feedId },
    attributes: ["id"],
    order: NEWEST_FIRST,
    transaction,
  });
  const oldest = rows.slice(KEPT).map(({ id }) => id);
  if (oldest.length > 0) await NewsItem.destroy({ where: { feedId, id: oldest }, transaction });
}
