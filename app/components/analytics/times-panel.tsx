import { Link } from "@remix-run/react";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { SECOND } from "#app/lib/dates.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { timeBetween } from "#app/lib/time-left.ts";
import { paths } from "#app/paths.ts";
import type { StatisticsResponse } from "#app/schemas/statistics.ts";

const claims = (value: number) => (value === 1 ? "1 claim" : `${formatNumber(value)} claims`);

/** How long it takes until a claim is verified, and until an ad platform has its event. */
export function TimesPanel({ statistics }: { statistics: StatisticsResponse }) {
  const { from, to, times, handled, sent } = statistics;
  const rows = (filter: Record<string, string>) => paths.submissions({ from, to, ...filter });
  const middle = (seconds: number | null, of: number, all: number, href: string) =>
    seconds === null ? (
      "nothing yet"
    ) : (
      <>
        {timeBetween(new Date(0), new Date(seconds * SECOND))},{" "}
        <span className={text.small}>
          from {of < all ? `the latest ${formatNumber(of)} of ` : null}
          <Link to={href}>{claims(all)}</Link>
        </span>
      </>
    );
  return (
    <Panel title="Median times">
      <PanelBody>
        <KeyValues
          facts={[
            {
              label: "To verification",
              value: middle(times.decisionSeconds, times.decisionCount, handled, rows({ status: "handled" })),
            },
            {
              label: "To acceptance",
              value: middle(times.acceptanceSeconds, times.acceptanceCount, sent, rows({ event: "sent" })),
            },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
