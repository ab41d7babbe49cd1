import clsx from "clsx";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { MoneySum } from "#app/components/exchange-rates/money.tsx";
import { Choice } from "#app/components/forms/choice.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { focusMain } from "#app/components/ui/focus-main.ts";
import { CheckIcon } from "#app/components/ui/icons.ts";
import text from "#app/components/ui/text.module.css";
import { sumByCurrency } from "#app/lib/commission.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import styles from "./bulk-bar.module.css";
import { isUnlikely, withoutUnlikely } from "./claim-amount.tsx";
import { BULK_FORM, selectPage, useSelected } from "./selection.tsx";
import type { View } from "./submission-state.ts";

type BulkBarProps = { total: number; isCapped: boolean; pageSize: number; view: View };

/** What can be done with the selected rows. Without script it stands below the table. */
export function BulkBar({ total, isCapped, pageSize, view }: BulkBarProps) {
  const { rows: selected, clear } = useSelected();
  const isHydrated = useHydrated();
  const [isAll, setAll] = useState(false);
  const isShown = !isHydrated || selected.length > 0;
  const unlikely = selected.filter((one) => one.formData.amount && isUnlikely(one)).length;
  return (
    <PostForm
      id={BULK_FORM}
      intent="bulk-plan"
      preventScrollReset
      onReset={() => setAll(false)}
      className={clsx(styles.bar, isHydrated && styles.floating)}
      hidden={!isShown}
    >
      <div className={styles.facts}>
        {isHydrated ? (
          <p role="status">
            {isAll ? (
              <b className={text.strong}>All {isCapped ? "that match" : formatNumber(total)} selected</b>
            ) : (
              <>
                <b className={text.strong}>{formatNumber(selected.length)} selected</b>
                {sumAmounts(selected).length > 0 ? ", " : ""}
                <MoneySum parts={sumAmounts(selected)} isTotal />{" "}
                <span className={text.small}>
                  {unlikely > 0 ? `${withoutUnlikely(unlikely)}. ` : ""}
                  {inTime(selected, view)}
                </span>
              </>
            )}
          </p>
        ) : (
          <p>With the selected claims:</p>
        )}
        {total > pageSize || isCapped ? (
          <Choice
            label={isCapped ? "Select all that match" : `Select all ${formatNumber(total)}`}
            type="checkbox"
            name="allMatching"
            onChange={({ currentTarget }) => {
              if (currentTarget.checked) selectPage();
              setAll(currentTarget.checked);
            }}
          />
        ) : null}
      </div>
      {selected.length > 0 ? (
        <Button
          kind="quiet"
          aria-keyshortcuts="Escape"
          onClick={({ currentTarget }) => {
            if (currentTarget === document.activeElement) focusMain();
            clear();
          }}
        >
          Clear
        </Button>
      ) : null}
      <SubmitButton name="status" value="rejected" pending="Checking">
        Reject…
      </SubmitButton>
      <SubmitButton kind="primary" name="status" value="handled" icon={CheckIcon} pending="Checking">
        Mark verified…
      </SubmitButton>
    </PostForm>
  );
}

/** One sum per currency. */
function sumAmounts(submissions: SubmissionResponse[]) {
  const amounts = submissions.flatMap((submission) => {
    const { amount, currency } = submission.formData;
    return amount && currency && !isUnlikely(submission) ? [{ amount, currency }] : [];
  });
  return sumByCurrency(amounts);
}

function inTime(submissions: SubmissionResponse[], { now }: View): string {
  const late = submissions.filter(({ sendBefore }) => sendBefore !== null && sendBefore <= now).length;
  if (submissions.every(({ sendBefore }) => sendBefore === null)) return "";
  return late === 0 ? "All are in time." : `${formatNumber(late)} too late to send.`;
}
