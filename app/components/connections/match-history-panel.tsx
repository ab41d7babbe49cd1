import { KeyValues } from "#app/components/ui/key-values.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { shortDate } from "#app/lib/format-date.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { MatchHistory } from "#app/schemas/match-quality.ts";

/** The estimated match quality of the last weeks, and the one change that would raise it most. */
export function MatchHistoryPanel({ history: { weeks, advice } }: { history: MatchHistory }) {
  if (weeks.every(({ count }) => count === 0)) return null;
  return (
    <Panel title="Match quality">
      <PanelBody>
        <KeyValues
          hasLongLabels
          facts={weeks.map(({ from, score, count }) => ({
            label: `Week from ${shortDate(from.slice(0, 10))}`,
            value:
              score === null
                ? "no events"
                : `${score} of 100, from ${count === 1 ? "1 event" : `${formatNumber(count)} events`}`,
          }))}
        />
        {advice ? <p>{advice}</p> : null}
        <p className={text.small}>
          Our estimate, from what was sent. The platform’s own figure is in its events manager.
        </p>
      </PanelBody>
    </Panel>
  );
}
