import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import text from "#app/components/ui/text.module.css";
import { tierLabel } from "#app/lib/commission.ts";
import type { FormReply } from "#app/lib/form-reply.ts";
import { displayMoney } from "#app/lib/money.ts";
import type { TierConflict, TierRow } from "#app/schemas/tier-form.ts";

type TierErrorsProps = {
  lastResult: (FormReply & { conflict?: TierConflict }) | undefined;
  isSingle: boolean;
};

/** Why tiers were not saved, each error with its row, and what another window has saved. */
export function TierErrors({ lastResult, isSingle }: TierErrorsProps) {
  return (
    <>
      <ErrorSummary
        formId="tiers"
        lastResult={lastResult}
        describe={(field, message) => {
          const row = /^tiers\[(\d+)\]/.exec(field)?.[1];
          return row === undefined || isSingle ? message : `Tier ${Number(row) + 1}: ${message}`;
        }}
      />
      {lastResult?.conflict ? (
        <p className={text.secondary}>Saved by now: {describeTiers(lastResult.conflict.saved)}</p>
      ) : null}
    </>
  );
}

function describeTiers({ tiers, currency }: TierConflict["saved"]): string {
  return tiers.length === 0
    ? "no tiers."
    : `${tiers.map((tier) => describeTier(tier, currency)).join("; ")}.`;
}

function describeTier({ name, minAmount, maxAmount, type, value }: TierRow, currency: string): string {
  const from = displayMoney(minAmount, currency);
  const range = maxAmount === "" ? `from ${from}` : `${from} to ${displayMoney(maxAmount, currency)}`;
  return `${name}, ${range}: ${tierLabel({ type, value, currency })}`;
}
