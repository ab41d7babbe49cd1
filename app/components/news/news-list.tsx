import clsx from "clsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import type { NewsItemResponse } from "#app/schemas/news.ts";
import styles from "./news.module.css";
import { NewsSource, NewsTitle, type NewsView } from "./news-item.tsx";

export function NewsList({ items, ...view }: { items: NewsItemResponse[] } & NewsView) {
  return (
    <Rows className={styles.list}>
      {items.map((item) => (
        <li key={item.id}>
          <article>
            <h2 className={styles.title}>
              <NewsTitle {...item} />
            </h2>
            {item.summary ? <p className={clsx(text.secondary, styles.summary)}>{item.summary}</p> : null}
            <p className={text.small}>
              <NewsSource item={item} hasCategory view={view} />
            </p>
          </article>
        </li>
      ))}
    </Rows>
  );
}
