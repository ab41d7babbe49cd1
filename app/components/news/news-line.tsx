import { Link } from "@remix-run/react";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { NewsResponse } from "#app/schemas/news.ts";
import styles from "./news.module.css";
import { NewsSource, NewsTitle, type NewsView } from "./news-item.tsx";
import { useNews } from "./use-news.ts";

const SHOWN = 2;

type NewsLineProps = {
  /** Null when they could not be read. */
  initial: NewsResponse | null;
  view: NewsView;
};

/** The latest news, at the foot of the overview. */
export function NewsLine({ initial, view }: NewsLineProps) {
  return (
    <section className={styles.line} aria-label="News">
      <h2 className={text.label}>News</h2> {initial ? <Latest initial={initial} view={view} /> : <Failed />}{" "}
      <Link className={text.small} to={paths.news()}>
        All news
      </Link>
    </section>
  );
}

function Latest({ initial, view }: { initial: NewsResponse } & Pick<NewsLineProps, "view">) {
  const { news, error, isRefreshing } = useNews(initial);
  return (
    <>
      {error ? <Failed /> : null}
      {isRefreshing ? <p className={text.small}>Refreshing the news…</p> : null}
      {news.news.slice(0, SHOWN).map((item) => (
        <p key={item.id} className={styles.latest}>
          <NewsTitle {...item} />{" "}
          <span className={text.small}>
            <NewsSource item={item} view={view} />
          </span>
        </p>
      ))}
    </>
  );
}

const Failed = () => <p className={text.secondary}>{messages.loading.news}</p>;
