import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Panel } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import { shortDate } from "#app/lib/format-date.ts";
import type { OwnRateResponse } from "#app/schemas/exchange-rates.ts";
import { describeRate } from "./describe-rate.ts";

export function OwnRateList({ rates, mayWrite }: { rates: OwnRateResponse[]; mayWrite: boolean }) {
  if (rates.length === 0)
    return (
      <EmptyState title="No rates of your own">All amounts are converted at the bank's rates.</EmptyState>
    );
  return (
    <Panel title="Your rates">
      <Rows isWrapping>
        {rates.map((rate) => (
          <li key={rate.id}>
            <div>
              <b>{describeRate(rate)}</b>
              <p className={text.small}>
                {rate.validFrom === null
                  ? "fixed: valid on all days"
                  : `valid from ${shortDate(rate.validFrom)}`}
              </p>
            </div>
            {mayWrite ? (
              <ConfirmedPost
                isSmall
                keepsTo="inRow"
                summary={
                  <>
                    Delete…<span className="visually-hidden"> {describeRate(rate)}</span>
                  </>
                }
                title="Delete this rate?"
                intent="delete"
                label="Delete rate"
                pending="Deleting"
                name="rateId"
                value={rate.id}
              >
                <p className={text.secondary}>
                  Commissions that were calculated with it are calculated again without it.
                </p>
              </ConfirmedPost>
            ) : null}
          </li>
        ))}
      </Rows>
    </Panel>
  );
}
