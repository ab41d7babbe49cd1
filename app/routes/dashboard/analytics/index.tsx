import { useLoaderData } from "@remix-run/react";
import { Breakdown } from "#app/components/analytics/breakdown.tsx";
import { toBreakdowns, toFormBreakdown } from "#app/components/analytics/breakdown-rows.ts";
import { EventsPanel } from "#app/components/analytics/events-panel.tsx";
import { Figures } from "#app/components/analytics/figures.tsx";
import { Funnel } from "#app/components/analytics/funnel.tsx";
import { HoursChart } from "#app/components/analytics/hours-chart.tsx";
import { PeriodBar } from "#app/components/analytics/period-bar.tsx";
import { SeriesChart, SeriesLegend } from "#app/components/analytics/series-chart.tsx";
import { TelegramPanel } from "#app/components/analytics/telegram-panel.tsx";
import { TimesPanel } from "#app/components/analytics/times-panel.tsx";
import { RatesNote } from "#app/components/exchange-rates/rates-note.tsx";
import { ShownForm } from "#app/components/filters/filter-bar.tsx";
import { IgnoredFilters } from "#app/components/filters/ignored-filters.tsx";
import { AsOf } from "#app/components/layout/as-of.tsx";
import { useFormNames } from "#app/components/layout/form-names.tsx";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { SectionHeader } from "#app/components/layout/section-header.tsx";
import { DaysAreBehind } from "#app/components/money/days-are-behind.tsx";
import { NoClaimsYet } from "#app/components/submissions/no-submissions.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import layout from "#app/components/ui/layout.module.css";
import { FoldedPanel, Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { isLoadedAgain } from "#app/lib/query-string.ts";
import { toBuckets } from "#app/lib/series.ts";
import { loadAnalyticsPage } from "./analytics-page.server.ts";

export const handle: PageHandle = {
  title: "Results: claims",
  description: "Claims, truth rate and amounts by day, source, campaign and broker.",
};

export const loader = page(
  requireMember("stats:read", { needsSubscription: true }),
  async ({ request, member }) => loadAnalyticsPage(member, new URL(request.url).searchParams),
);

export const shouldRevalidate = isLoadedAgain;

/** The others open below their titles, as does the last of these where Telegram stands above it. */
const OPEN_BREAKDOWNS = 2;

export default function Analytics() {
  const {
    now,
    timeZone,
    problem,
    period,
    comparison,
    today,
    form,
    isNew,
    isBehind,
    statistics,
    telegram,
    ...names
  } = useLoaderData<typeof loader>();
  const { from, to, series, previous } = statistics;
  const days = { from, to };
  const forms = useFormNames();
  const shown = { ...days, ...(form === null ? {} : { form }) };
  return (
    <Page>
      <SectionHeader of="results">
        <AsOf at={now} timeZone={timeZone} />
      </SectionHeader>
      {problem ? (
        <Alert tone="copper">
          <b className={text.strong}>{problem}</b>
          <span className={text.secondary}>, so the last 28 days are shown.</span>
        </Alert>
      ) : null}
      <PeriodBar
        period={period}
        days={days}
        comparison={comparison}
        compared={previous && { from: previous.from, to: previous.to }}
        timeZone={timeZone}
      >
        <ShownForm form={form} />
      </PeriodBar>
      <IgnoredFilters labels={names.ignored} />
      {isBehind ? <DaysAreBehind /> : null}
      {isNew ? (
        <NoClaimsYet />
      ) : (
        <>
          <RatesNote of={statistics.commission ? [statistics.commission.currency] : []} />
          <Figures statistics={statistics} shown={shown} />
          <Panel title="Claims and accepted events" aside={<SeriesLegend />}>
            <PanelBody>
              <SeriesChart bars={toBuckets(series, today)} note="by day of the claim" />
            </PanelBody>
          </Panel>
          <Panel title="Claim funnel">
            <PanelBody>
              <Funnel figures={statistics} shown={shown} />
            </PanelBody>
          </Panel>
          <div className={layout.halves}>
            {[
              ...(forms.length > 0 && form === null ? [toFormBreakdown(statistics, forms)] : []),
              ...toBreakdowns(statistics, names),
            ].map((breakdown, index) => {
              const { title } = breakdown;
              const hasTelegram = telegram !== null && index === OPEN_BREAKDOWNS - 1;
              const panel = (
                <Breakdown
                  key={title}
                  shown={shown}
                  hasStatements={statistics.byStatement.confirmed > 0}
                  isFolded={hasTelegram || index >= OPEN_BREAKDOWNS}
                  {...breakdown}
                />
              );
              return hasTelegram ? (
                <div key={title} className={layout.stack}>
                  <TelegramPanel figures={telegram} />
                  {panel}
                </div>
              ) : (
                panel
              );
            })}
            <FoldedPanel title="By hour of the day" name="hour">
              <PanelBody>
                <HoursChart hours={statistics.byHour} shown={shown} timeZone={timeZone} />
              </PanelBody>
            </FoldedPanel>
          </div>
          <details>
            <summary className={text.opener}>How these are counted</summary>
            <p className={text.small}>
              Truth rate: how many of the decided claims are verified. Withdrawn claims are not counted, and
              one that was charged back is not true. Below 30 decided, the range beneath is its 95% confidence
              interval. By statement: how many of the decided claims a broker’s statement has confirmed. A row
              of at least 10 decided claims is far below the others if that is unlikely to be chance. By
              statement, only the days that your brokers’ statements cover count for it.
            </p>
          </details>
          <div className={layout.halves}>
            <EventsPanel events={statistics.byAdPlatform} shown={shown} />
            <TimesPanel statistics={statistics} shown={shown} />
          </div>
        </>
      )}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
