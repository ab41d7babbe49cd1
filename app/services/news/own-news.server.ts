import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { config } from "#app/env.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import { NewsItem } from "#app/models/index.server.ts";
import type { NewsItemInput } from "#app/schemas/news.ts";

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

/** Publishes an item at once. */
export async function createOwnNews({
  input,
  userId,
}: {
  input: NewsItemInput;
  userId: string;
}): Promise<NewsItem> {
  const id = newId();
  const now = new Date();
  return inTransaction((transaction) =>
    NewsItem.create(
      {
        id,
        ...input,
        feedId: null,
        itemKey: `own:${id}`,
        source: config.brandName,
        publishedAt: now,
        createdByUserId: userId,
        createdAt: now,
      },
      { transaction },
    ),
  );
}

/** @throws {NotFound} */
export async function updateOwnNews({ id, input }: { id: string; input: NewsItemInput }): Promise<void> {
  await inTransaction(async (transaction) => {
    const item = await NewsItem.findOne({ where: { id, feedId: null }, transaction });
    if (!item) throw new NotFound("News item");
    await item.update(input, { transaction });
  });
}

/** @throws {NotFound} */
export async function deleteOwnNews(id: string): Promise<void> {
  const count = await inTransaction((transaction) =>
    NewsItem.destroy({ where: { id, feedId: null }, transaction }),
  );
  if (count === 0) throw new NotFound("News item");
}
