import { KeyValues } from "#app/components/ui/key-values.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { displayMoney } from "#app/lib/money.ts";
import type { CorrectionResponse } from "#app/schemas/submissions.ts";
import type { View } from "./submission-state.ts";

/** Every later amount of a claim: the old and the new one, who changed it and why. */
export function CorrectionHistory({ corrections, view }: { corrections: CorrectionResponse[]; view: View }) {
  if (corrections.length === 0) return null;
  return (
    <Panel title="Earlier corrections">
      <PanelBody>
        <KeyValues
          facts={corrections.map((correction) => ({
            label: formatDateTime({ at: correction.at, ...view }),
            value: (
              <>
                {describeCorrection(correction)}
                <span className={text.block}>{correction.reason}</span>
              </>
            ),
          }))}
        />
      </PanelBody>
    </Panel>
  );
}

/** "From €250.00 to €200.00, by Rosa" */
export function describeCorrection({ from, to, isChargeback, by }: CorrectionResponse): string {
  const before = from ? displayMoney(from.amount, from.currency) : "no amount";
  const change = isChargeback
    ? `Charged back, was ${before}`
    : `From ${before} to ${displayMoney(to.amount, to.currency)}`;
  return by ? `${change}, by ${by.name}` : change;
}
