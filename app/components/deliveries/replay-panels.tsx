import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Bar } from "#app/components/ui/bar.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { useRevalidate } from "#app/components/ui/use-revalidate.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import {
  type ReplayPreview as Preview,
  REPLAY_MAX,
  type ReplayPageQuery,
  type ReplayResponse,
} from "#app/schemas/replays.ts";

type ReplayPreviewPanelProps = { preview: Preview; query: ReplayPageQuery; isRunning: boolean };

const events = (count: number) => (count === 1 ? "1 event" : `${formatNumber(count)} events`);

/** What would happen, and the button that does it. */
export function ReplayPreviewPanel({ preview, query, isRunning }: ReplayPreviewPanelProps) {
  const { wouldSend, neverSent, tooOld, alreadySent, underWay, notConnected, skipped } = preview;
  const isFirst = query.of === "neverSent";
  return (
    <Panel title="Preview">
      <PanelBody>
        <KeyValues
          hasLongLabels
          facts={[
            ...(isFirst
              ? []
              : [
                  { label: "Will be sent again", value: events(wouldSend - neverSent) },
                  { label: "Too old", value: `${events(tooOld)}, the time limit has passed` },
                  { label: "Already accepted", value: `${events(alreadySent)}, never sent again` },
                  { label: "Under way", value: `${events(underWay)}, not touched` },
                ]),
            ...(isFirst || neverSent > 0
              ? [{ label: "Sent for the first time", value: `${events(neverSent)} of verified claims` }]
              : []),
            ...(notConnected > 0
              ? [
                  {
                    label: "Not connected",
                    value: `${events(notConnected)}, connect their ad platform first`,
                  },
                ]
              : []),
            {
              label: "Skipped",
              value: `${events(skipped)}, no consent, withdrawn or switched off`,
            },
          ]}
        />
        {wouldSend === 0 ? (
          <p>{nothingText(query)}</p>
        ) : isRunning ? (
          <p>Events are still being sent again. Wait until that has ended, or cancel it.</p>
        ) : (
          <PostForm intent="start" className={layout.stack}>
            {Object.entries(query).flatMap(([name, value]) =>
              [value ?? []]
                .flat()
                .map((one) => <input key={name + one} type="hidden" name={name} value={one} />),
            )}
            {query.of === "matching" && wouldSend >= REPLAY_MAX ? (
              <p>These are the newest {formatNumber(REPLAY_MAX)}. Send the others afterwards.</p>
            ) : null}
            <p className={text.small}>
              Each keeps its event ID. Sent in small batches, most urgent first. You can cancel.
            </p>
            <div>
              <SubmitButton kind="primary" pending="Starting">
                {neverSent > 0 ? `Send ${events(wouldSend)}` : `Send ${events(wouldSend)} again`}
              </SubmitButton>
            </div>
          </PostForm>
        )}
      </PanelBody>
    </Panel>
  );
}

function nothingText({ of }: ReplayPageQuery): string {
  if (of === "neverSent") return "There is nothing to send.";
  return `There is nothing to send again${of ? "" : " in this range"}.`;
}

const TITLES = {
  running: "Being sent again",
  done: "Sent again last",
  cancelled: "Sent again last, cancelled",
};
const REFRESH_MS = 2_000;

/** The progress of a replay, and the button that stops it. */
export function ReplayProgress({ replay }: { replay: ReplayResponse }) {
  const { id, state, total, sent, failed, waiting } = useProgress(replay);
  const isRunning = state === "running";
  return (
    <Panel title={TITLES[state]}>
      <PanelBody>
        <Bar percent={(100 * (sent + failed)) / Math.max(1, total)} />
        <KeyValues
          facts={[
            { label: "Accepted", value: `${formatNumber(sent)} of ${formatNumber(total)}` },
            { label: "Not accepted", value: formatNumber(failed) },
            { label: "Under way", value: formatNumber(waiting) },
          ]}
        />
        {isRunning ? (
          <PostForm intent="cancel">
            <input type="hidden" name="replayId" value={id} />
            <SubmitButton pending="Cancelling">Cancel the rest</SubmitButton>
          </PostForm>
        ) : null}
      </PanelBody>
    </Panel>
  );
}

/** Asks for the progress alone until the replay has ended, then once for the page. */
function useProgress(replay: ReplayResponse): ReplayResponse {
  const { load, data } = useFetcher<{ replay: ReplayResponse | null }>();
  const { revalidate } = useRevalidate();
  const fetched = data?.replay?.id === replay.id ? data.replay : null;
  // The page can be newer, such as after a cancellation.
  const current = fetched && (replay.state === "running" || fetched.state !== "running") ? fetched : replay;
  const isMoving = current.state === "running" || current.waiting > 0;
  const hasEnded = replay.state === "running" && current.state !== "running";
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => load(paths.replayProgress()), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isMoving, load]);
  useEffect(() => {
    if (hasEnded) revalidate();
  }, [hasEnded, revalidate]);
  return current;
}
