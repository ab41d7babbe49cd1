import { Link } from "@remix-run/react";
import { Funnel } from "#app/components/analytics/funnel.tsx";
import { SeriesChart, SeriesLegend } from "#app/components/analytics/series-chart.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { type Point, toBuckets } from "#app/lib/series.ts";
import { paths } from "#app/paths.ts";
import type { FiguresResponse } from "#app/schemas/statistics.ts";

type FiguresPanelsProps = { series: Point[]; today: string; funnel: FiguresResponse };

/** The claims of the last days, and what became of those of four weeks. */
export function FiguresPanels({ series, today, funnel }: FiguresPanelsProps) {
  return (
    <>
      <Panel title="Claims and accepted events" aside={<SeriesLegend />}>
        <PanelBody>
          <SeriesChart bars={toBuckets(series, today)} note="by day of the claim" />
        </PanelBody>
      </Panel>
      <Panel title="Claim funnel" aside={<Link to={paths.analytics()}>28 days</Link>}>
        <PanelBody>
          <Funnel figures={funnel} />
        </PanelBody>
      </Panel>
    </>
  );
}
