import { Link } from "@remix-run/react";
import { Breakdown } from "#app/components/analytics/breakdown.tsx";
import { toBreakdowns } from "#app/components/analytics/breakdown-rows.ts";
import { Funnel } from "#app/components/analytics/funnel.tsx";
import { SeriesChart, SeriesLegend } from "#app/components/analytics/series-chart.tsx";
import type { Shown } from "#app/components/analytics/truth-stat.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { type Point, toBuckets } from "#app/lib/series.ts";
import { paths } from "#app/paths.ts";
import type { FiguresResponse, StatisticsResponse } from "#app/schemas/statistics.ts";

type FiguresPanelsProps = {
  shown: Shown;
  series: Point[];
  today: string;
  funnel: FiguresResponse;
  breakdowns: Pick<
    StatisticsResponse,
    "byPlatform" | "bySource" | "byCampaign" | "byCountry" | "inStatements"
  >;
  names: Parameters<typeof toBreakdowns>[1];
};

/** The claims of the last days, and what became of those of four weeks. */
export function FiguresPanels({ shown, series, today, funnel, breakdowns, names }: FiguresPanelsProps) {
  const all = toBreakdowns({ ...funnel, ...breakdowns }, names);
  const shared = { shown, hasStatements: funnel.byStatement.confirmed > 0 };
  const outliers = all.flatMap(({ head, rows }) =>
    rows.flatMap((row) =>
      row.outlier ? [{ ...row, key: `${head} ${row.key}`, name: `${head} ${row.name}` }] : [],
    ),
  );
  return (
    <>
      <Panel title="Claims and accepted events" aside={<SeriesLegend />}>
        <PanelBody>
          <SeriesChart bars={toBuckets(series, today)} note="by day of the claim" />
        </PanelBody>
      </Panel>
      <Panel
        title="Claim funnel"
        aside={<Link to={paths.analytics({ form: shown.form ?? null })}>28 days</Link>}
      >
        <PanelBody>
          <Funnel figures={funnel} shown={shown} />
        </PanelBody>
      </Panel>
      {outliers.length > 0 ? (
        <Breakdown title="Far below the others" head="Claims of" rows={outliers} {...shared} />
      ) : null}
      {all
        .filter(({ head }) => head === "Source")
        .map((breakdown) => (
          <Breakdown key={breakdown.title} {...breakdown} {...shared} />
        ))}
      <details>
        <summary className={buttonClass({ isSmall: true })}>By broker, campaign and country</summary>
        <div className={layout.stack}>
          {all
            .filter(({ head }) => head !== "Source")
            .map((breakdown) => (
              <Breakdown key={breakdown.title} {...breakdown} {...shared} />
            ))}
        </div>
      </details>
    </>
  );
}
