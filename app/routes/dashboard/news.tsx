import { useLoaderData, useLocation } from "@remix-run/react";
import { FilterBar } from "#app/components/filters/filter-bar.tsx";
import { SelectFilter } from "#app/components/filters/filter-fields.tsx";
import { IgnoredFilters } from "#app/components/filters/ignored-filters.tsx";
import { useQueryLinks } from "#app/components/filters/use-query-links.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { SectionTabs } from "#app/components/layout/section-header.tsx";
import { NewsList } from "#app/components/news/news-list.tsx";
import { useNews } from "#app/components/news/use-news.ts";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import text from "#app/components/ui/text.module.css";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { validFilters } from "#app/http/forms/valid-filters.server.ts";
import { page } from "#app/http/page.server.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import { presentNews } from "#app/presenters/news.ts";
import { NewsQuery } from "#app/schemas/news.ts";
import { listNews } from "#app/services/news/list-news.server.ts";

export const handle: PageHandle = {
  title: "News",
  description: "News about ad platforms, tracking and privacy, with their sources.",
};

const LABELS = { source: "Source", category: "Category" };

export const loader = page(requireUser, async ({ request, member }) => {
  const { workspace } = member;
  const { valid, ignored } = validFilters(NewsQuery, LABELS, new URL(request.url).searchParams);
  const query = NewsQuery.parse(valid);
  const news = await listNews(query);
  return {
    ...presentNews(news),
    query,
    ignored,
    sources: news.sources,
    categories: news.categories,
    stale: news.stale.map(({ source, since }) => ({ source, since: since?.toISOString() ?? null })),
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
  };
});

const FIELDS = [
  { name: "source", none: "All sources" },
  { name: "category", none: "All categories" },
] as const;

export default function News() {
  const page = useLoaderData<typeof loader>();
  const { query, stale, now, timeZone } = page;
  const { news, error, isRefreshing } = useNews(page, useLocation().search);
  const address = useQueryLinks();
  const choices = { source: page.sources, category: page.categories };
  const active = FIELDS.flatMap(({ name }) => {
    const value = query[name];
    return value === undefined ? [] : [{ key: name, text: value, to: address({ [name]: null }) }];
  });
  return (
    <Page>
      <PageHeader title="News" />
      <SectionTabs of="notifications" />
      <FilterBar fields={["source", "category"]} dropped={[]} active={active}>
        {FIELDS.map(({ name, none }) => (
          <SelectFilter
            key={name}
            label={LABELS[name]}
            name={name}
            none={none}
            value={query[name]}
            choices={choices[name].map((value) => ({ value, label: value }))}
          />
        ))}
      </FilterBar>
      <IgnoredFilters labels={page.ignored} />
      {error ? (
        <Alert tone="copper" role="status">
          {error}
        </Alert>
      ) : null}
      {stale.map(({ source, since }) => (
        <p key={source} className={text.small}>
          <bdi>{source}</bdi>{" "}
          {since
            ? `could not be updated since ${formatDateTime({ at: since, timeZone, now })}.`
            : "could not be read yet."}
        </p>
      ))}
      {news.news.length > 0 ? (
        <Card aria-label="News">
          <NewsList items={news.news} now={now} timeZone={timeZone} />
        </Card>
      ) : active.length > 0 ? (
        <EmptyState
          title="No news matches"
          actions={<ButtonLink to={paths.news()}>Show all news</ButtonLink>}
        >
          Remove a filter.
        </EmptyState>
      ) : (
        <EmptyState title="No news yet">News appears here as soon as there is some.</EmptyState>
      )}
      {isRefreshing ? (
        <p className={text.small}>Refreshing the news…</p>
      ) : news.lastUpdated ? (
        <p className={text.small}>Last updated {formatDateTime({ at: news.lastUpdated, timeZone, now })}</p>
      ) : null}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
