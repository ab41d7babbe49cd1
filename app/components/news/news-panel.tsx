import { Link } from "@remix-run/react";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { NewsResponse } from "#app/schemas/news.ts";
import { NewsList } from "./news-list.tsx";
import { useNews } from "./use-news.ts";

const SHOWN = 4;

type NewsPanelProps = {
  /** Null when they could not be read. */
  initial: NewsResponse | null;
  view: { now: string; timeZone: string };
};

/** The latest news on the overview. */
export function NewsPanel({ initial, view }: NewsPanelProps) {
  return (
    <Panel
      title="News"
      aside={
        <Link className={text.small} to={paths.news()}>
          All
        </Link>
      }
    >
      {initial ? <Latest initial={initial} view={view} /> : <Failed />}
    </Panel>
  );
}

function Latest({ initial, view }: { initial: NewsResponse } & Pick<NewsPanelProps, "view">) {
  const { news, error, isRefreshing } = useNews(initial);
  return (
    <>
      {error ? <Failed /> : null}
      {isRefreshing ? (
        <PanelBody>
          <p className={text.small}>Refreshing the news…</p>
        </PanelBody>
      ) : null}
      <NewsList items={news.news.slice(0, SHOWN)} isCompact {...view} />
    </>
  );
}

const Failed = () => (
  <PanelBody>
    <p className={text.secondary}>{messages.loading.news}</p>
  </PanelBody>
);
