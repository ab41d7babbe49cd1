import { Op, UniqueConstraintError } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { databaseNow, escapeValue, has } from "#app/database/dialect.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { config, type NewsFeedSource } from "#app/env.server.ts";
import { DAY, MINUTE, SECOND } from "#app/lib/dates.ts";
import { fetchPublic, type PublicResponse } from "#app/lib/fetch-public.server.ts";
import { log } from "#app/lib/log.server.ts";
import { NewsFeed } from "#app/models/index.server.ts";
import { toFeedId } from "./item-key.ts";
import { parseFeed } from "./parse-feed.server.ts";
import { saveItems } from "./save-items.server.ts";

const EVERY_MS = 15 * MINUTE;
const TIMEOUT_MS = 20 * SECOND;
const FEED_MAX_BYTES = 1024 * 1024;

/** A condition of the poll: whether a feed is due, or a configured one is new. */
export function newsAreDue(): string {
  const ids = config.newsFeeds.map(({ url }) => escapeValue(toFeedId(url)));
  const known = `(SELECT COUNT(*) FROM newsFeeds WHERE id IN (${ids.join(", ") || "''"}))`;
  return `(${known} < ${ids.length} OR ${has("newsFeeds", `dueAt <= ${databaseNow()}`)})`;
}

/** Fetches the due feeds, each by one process. If a feed fails, its items stay. */
export async function refreshNews(
  isStopping: () => boolean = () => false,
  feeds: NewsFeedSource[] = config.newsFeeds,
): Promise<void> {
  const ids = feeds.map(({ url }) => toFeedId(url));
  await writeFeeds(feeds);
  await deleteOldFeeds(ids);
  const due = await NewsFeed.findAll({
    where: { id: ids, dueAt: { [Op.lte]: fromNow(0) } },
    order: [["dueAt", "ASC"]],
  });
  for (const feed of due) {
    if (isStopping()) return;
    if (await claim(feed.id)) await refreshFeed(feed);
  }
}

async function writeFeeds(feeds: NewsFeedSource[]): Promise<void> {
  const known = new Map((await NewsFeed.findAll()).map((feed) => [feed.id, feed]));
  for (const { url, category } of feeds) {
    const feed = known.get(toFeedId(url));
    if (!feed) await createFeed({ url, category });
    else if (feed.category !== category)
      await note(feed, { category, dueAt: new Date(0), etag: null, lastModified: null });
  }
}

/** Deletes feeds that no process has fetched for a day, with their items. */
async function deleteOldFeeds(configured: string[]): Promise<void> {
  const where = { id: { [Op.notIn]: configured }, dueAt: { [Op.lte]: fromNow(-DAY) } };
  await inTransaction((transaction) => NewsFeed.destroy({ where, transaction }));
}

async function createFeed({ url, category }: NewsFeedSource): Promise<void> {
  const createdAt = new Date();
  try {
    await inTransaction((transaction) =>
      NewsFeed.create({ id: toFeedId(url), url, category, dueAt: new Date(0), createdAt }, { transaction }),
    );
  } catch (error) {
    // Another process was first.
    if (!(error instanceof UniqueConstraintError)) throw error;
  }
}

async function claim(id: string): Promise<boolean> {
  const [count] = await inTransaction((transaction) =>
    NewsFeed.update(
      { dueAt: fromNow(EVERY_MS) as unknown as Date },
      { where: { id, dueAt: { [Op.lte]: fromNow(0) } }, transaction },
    ),
  );
  return count === 1;
}

async function refreshFeed(feed: NewsFeed): Promise<void> {
  const now = new Date();
  try {
    const response = await request(feed);
    if (response.status === 304) return await note(feed, { fetchedAt: now, lastError: null });
    if (response.status !== 200) throw new Error(`It responds with ${response.status}.`);
    const { body, url, headers } = response;
    const { title, items } = parseFeed({ body, url, contentType: headers.get("content-type") }, now);
    const source = title ?? new URL(feed.url).hostname;
    await saveItems({ feed, source, items, now });
    await note(feed, {
      title: source,
      etag: headers.get("etag")?.slice(0, 500) ?? null,
      lastModified: headers.get("last-modified")?.slice(0, 100) ?? null,
      fetchedAt: now,
      lastError: null,
    });
  } catch (error) {
    log.warn(
      { err: error, feed: new URL(feed.url).host },
      "a news feed could not be fetched; its items stay",
    );
    await note(feed, { lastError: (error as Error).message.slice(0, 300) });
  }
}

/** Sends the last response's validators, so that an unchanged feed is a 304. */
function request({ url, etag, lastModified }: NewsFeed): Promise<PublicResponse> {
  return fetchPublic({
    url,
    maxBytes: FEED_MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    allowsLoopback: config.appEnv === "test" || config.appEnv === "development",
    headers: {
      accept: "application/rss+xml, application/atom+xml, application/rdf+xml, application/xml, text/xml",
      "user-agent": `${config.brandName.replace(/[^\w .-]/g, "")} news`,
      ...(etag ? { "if-none-match": etag } : {}),
      ...(lastModified ? { "if-modified-since": lastModified } : {}),
    },
  });
}

async function note(feed: NewsFeed, values: Partial<NewsFeed["_attributes"]>): Promise<void> {
  await inTransaction((transaction) => NewsFeed.update(values, { where: { id: feed.id }, transaction }));
}
