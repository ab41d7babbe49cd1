import { hash } from "node:crypto";
import { Op, UniqueConstraintError } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { config, type NewsFeedSource } from "#app/env.server.ts";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { fetchPublic, type PublicResponse } from "#app/lib/fetch-public.server.ts";
import { log } from "#app/lib/log.server.ts";
import { NewsFeed } from "#app/models/index.server.ts";
import { parseFeed } from "./parse-feed.server.ts";
import { saveItems } from "./save-items.server.ts";

const EVERY_MS = 15 * MINUTE;
const TIMEOUT_MS = 20 * SECOND;
const FEED_MAX_BYTES = 1024 * 1024;

const feedId = (url: string) => hash("sha256", url);

/** Fetches the feeds that are due. Of several processes one fetches each. The items of a feed that fails stay. */
export async function refreshNews(
  isStopping: () => boolean = () => false,
  feeds: NewsFeedSource[] = config.newsFeeds,
): Promise<void> {
  await syncFeeds(feeds);
  const due = await NewsFeed.findAll({
    where: { dueAt: { [Op.lte]: fromNow(0) } },
    order: [["dueAt", "ASC"]],
  });
  for (const feed of due) {
    if (isStopping()) return;
    if (await claim(feed.id)) await refreshFeed(feed);
  }
}

/** Writes the configured feeds, and deletes those that are not configured any more, with their items. */
async function syncFeeds(feeds: NewsFeedSource[]): Promise<void> {
  const known = new Map((await NewsFeed.findAll()).map((feed) => [feed.id, feed]));
  for (const { url, category } of feeds) {
    const feed = known.get(feedId(url));
    if (feed && feed.category !== category)
      await inTransaction((transaction) =>
        NewsFeed.update(
          { category, dueAt: new Date(0), etag: null, lastModified: null },
          { where: { id: feed.id }, transaction },
        ),
      );
    if (!feed) await createFeed({ url, category });
  }
  const configured = new Set(feeds.map(({ url }) => feedId(url)));
  const id = [...known.keys()].filter((key) => !configured.has(key));
  if (id.length > 0) await inTransaction((transaction) => NewsFeed.destroy({ where: { id }, transaction }));
}

async function createFeed({ url, category }: NewsFeedSource): Promise<void> {
  const createdAt = new Date();
  try {
    await inTransaction((transaction) =>
      NewsFeed.create({ id: feedId(url), url, category, dueAt: new Date(0), createdAt }, { transaction }),
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

/** Without the validators of the last response a server would send the same again. */
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
