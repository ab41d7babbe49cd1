import { FactLine } from "#app/components/ui/fact-line.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { START_DAYS, type TelegramFigures } from "#app/lib/telegram.ts";

/** From the press that leads to the bot to the open channel. */
export function TelegramPanel({ figures }: { figures: TelegramFigures }) {
  const { started, isStartedWhole, claimed, verified, withClickId, cameIn } = figures;
  const share = claimed === 0 ? "–" : `${formatNumber(Math.round((withClickId / claimed) * 100))}%`;
  return (
    <Panel title="Telegram">
      <PanelBody isRoomy>
        <FactLine
          facts={[
            { label: "Started", value: formatNumber(started) },
            { label: "Claimed", value: formatNumber(claimed) },
            { label: "Verified", value: formatNumber(verified) },
            { label: "Came in", value: formatNumber(cameIn) },
            { label: "Claims with a click ID", value: share },
          ]}
        />
        <p className={text.small}>
          Visits that went on with the bot, claims made in its chats, and people who came in through a door,
          each on its own day.
          {isStartedWhole
            ? null
            : ` Starts are stored for ${START_DAYS} days: of earlier days they are not known any more.`}
        </p>
      </PanelBody>
    </Panel>
  );
}
