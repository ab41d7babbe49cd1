import clsx from "clsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { CorrectionStep } from "#app/schemas/corrections.ts";

/** The steps that remain at the ad platforms. */
export function CorrectionSteps({ steps }: { steps: CorrectionStep[] }) {
  return (
    <Panel title="At the ad platforms">
      <PanelBody>
        {steps.length === 0 ? (
          <p>No ad platform has the event.</p>
        ) : (
          <>
            <p>We change nothing there: each keeps the amount that it received.</p>
            <KeyValues
              facts={steps.map(({ platformName, eventId, text: step }) => ({
                label: platformName,
                value: (
                  <>
                    {step} <span className={clsx(text.code, text.block)}>event ID {eventId}</span>
                  </>
                ),
              }))}
            />
          </>
        )}
      </PanelBody>
    </Panel>
  );
}
