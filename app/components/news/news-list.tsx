import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import { day, formatDateTime } from "#app/lib/format-date.ts";
import type { NewsItemResponse } from "#app/schemas/news.ts";
import styles from "./news.module.css";

type NewsListProps = {
  items: NewsItemResponse[];
  /** Titles alone, for a small panel. */
  isCompact?: boolean;
  now: string;
  timeZone: string;
};

export function NewsList({ items, isCompact = false, now, timeZone }: NewsListProps) {
  // A panel has a heading of its own.
  const Heading = isCompact ? "h3" : "h2";
  return (
    <Rows className={isCompact ? undefined : styles.list}>
      {items.map(({ id, title, summary, url, source, category, publishedAt }) => (
        <li key={id}>
          <article>
            <Heading className={styles.title}>
              <Title title={title} url={url} />
            </Heading>
            {summary && !isCompact ? <p className={clsx(text.secondary, styles.summary)}>{summary}</p> : null}
            <p className={text.small}>
              <bdi>{source}</bdi> · {isCompact ? null : <>{category} · </>}
              {publishedAt === null ? (
                "undated"
              ) : (
                <time dateTime={publishedAt}>{publishedWhen({ at: publishedAt, timeZone, now })}</time>
              )}
            </p>
          </article>
        </li>
      ))}
    </Rows>
  );
}

/** Our own items and those of many feeds have a day, which is stored as its start in UTC. */
const publishedWhen = ({ at, timeZone, now }: { at: string; timeZone: string; now: string }) =>
  at.endsWith("T00:00:00.000Z") ? day({ at, timeZone: "UTC", now }) : formatDateTime({ at, timeZone, now });

/** A page of our own, one of others, or nothing more to read. */
function Title({ title, url }: { title: string; url: string | null }) {
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
