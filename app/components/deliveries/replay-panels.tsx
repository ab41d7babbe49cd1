import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Bar } from "#app/components/ui/bar.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { ReplayQuery, ReplayResponse } from "#app/schemas/replays.ts";

type Preview = { wouldSend: number; tooOld: number; alreadySent: number; underWay: number; skipped: number };
type ReplayPreviewProps = { preview: Preview; query: ReplayQuery; isRunning: boolean };

const number = (count: number) => count.toLocaleString("en-US");
const events = (count: number) => (count === 1 ? "1 event" : `${number(count)} events`);

/** What would happen, and the button that does it. */
export function ReplayPreview({ preview, query, isRunning }: ReplayPreviewProps) {
  const { wouldSend, tooOld, alreadySent, underWay, skipped } = preview;
  return (
    <Panel title="What would happen">
      <PanelBody>
        <KeyValues
          hasLongLabels
          facts={[
            { label: "Sent again", value: events(wouldSend) },
            { label: "Too old", value: `${events(tooOld)}, the window has closed` },
            { label: "Already accepted", value: `${events(alreadySent)}, never sent again` },
            { label: "Under way", value: `${events(underWay)}, not touched` },
            { label: "Skipped", value: `${events(skipped)}, withdrawn or switched off` },
          ]}
        />
        {wouldSend === 0 ? (
          <p>There is nothing to send again in this range.</p>
        ) : isRunning ? (
          <p>Another replay is still running. Wait for it to finish or cancel it.</p>
        ) : (
          <PostForm intent="start" className={layout.stack}>
            {Object.entries(query).map(([name, value]) =>
              value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
            )}
            <p className={text.small}>
              Each keeps its event ID. They go out a few at a time, those with the least time left first, and
              you can cancel.
            </p>
            <div>
              <SubmitButton kind="primary" pending="Starting">
                {`Send ${events(wouldSend)} again`}
              </SubmitButton>
            </div>
          </PostForm>
        )}
      </PanelBody>
    </Panel>
  );
}

const TITLES = { running: "Replay is running", done: "Last replay", cancelled: "Last replay, cancelled" };
const REFRESH_MS = 2_000;

/** How far a replay is, and the way to stop it. */
export function ReplayProgress({ replay, mayCancel }: { replay: ReplayResponse; mayCancel: boolean }) {
  const { id, state, total, sent, failed, waiting } = replay;
  const isRunning = state === "running";
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isRunning && waiting === 0) return;
    const timer = setInterval(revalidate, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isRunning, waiting, revalidate]);
  return (
    <Panel title={TITLES[state]}>
      <PanelBody>
        <Bar percent={(100 * (sent + failed)) / Math.max(1, total)} />
        <KeyValues
          facts={[
            { label: "Accepted", value: `${number(sent)} of ${number(total)}` },
            { label: "Not accepted", value: number(failed) },
            { label: "Under way", value: number(waiting) },
          ]}
        />
        {isRunning && mayCancel ? (
          <PostForm intent="cancel">
            <input type="hidden" name="replayId" value={id} />
            <SubmitButton pending="Cancelling">Cancel the rest</SubmitButton>
          </PostForm>
        ) : null}
      </PanelBody>
    </Panel>
  );
}
