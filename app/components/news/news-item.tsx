import { Link } from "@remix-run/react";
import { day, formatDateTime } from "#app/lib/format-date.ts";
import type { NewsItemResponse } from "#app/schemas/news.ts";

export type NewsView = { now: string; timeZone: string };

/** Leads to a page of our own, one of others, or nowhere if there is nothing more to read. */
export function NewsTitle({ title, url }: Pick<NewsItemResponse, "title" | "url">) {
  if (url === null) return <bdi>{title}</bdi>;
  if (url.startsWith("/"))
    return (
      <Link to={url}>
        <bdi>{title}</bdi>
      </Link>
    );
  return (
    <a href={url} rel="noopener noreferrer nofollow">
      <bdi>{title}</bdi>
    </a>
  );
}

type NewsSourceProps = { item: NewsItemResponse; hasCategory?: boolean; view: NewsView };

/** Where it stands, and since when. */
export function NewsSource({ item, hasCategory = false, view }: NewsSourceProps) {
  const { source, category, publishedAt } = item;
  return (
    <>
      <bdi>{source}</bdi> · {hasCategory ? <>{category} · </> : null}
      {publishedAt === null ? (
        "undated"
      ) : (
        <time dateTime={publishedAt}>{publishedWhen({ at: publishedAt, ...view })}</time>
      )}
    </>
  );
}

/** Our own items and those of many feeds have a day, which is stored as its start in UTC. */
const publishedWhen = ({ at, timeZone, now }: { at: string } & NewsView) =>
  at.endsWith("T00:00:00.000Z") ? day({ at, timeZone: "UTC", now }) : formatDateTime({ at, timeZone, now });
