import { useEffect, useRef } from "react";
import { MoneySum } from "#app/components/exchange-rates/money.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useFormSettled } from "#app/components/forms/use-form-settled.ts";
import { TabIdField } from "#app/components/live/tab-id-field.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { BulkPlan as Plan } from "#app/schemas/bulk.ts";
import styles from "./bulk-plan.module.css";
import { withoutUnlikely } from "./claim-amount.tsx";
import { RejectFields, type RejectValues } from "./reject-form.tsx";
import { clearSelection } from "./selection.tsx";

export type PlannedBulk = {
  plan: Plan;
  ids: string[];
  allMatching: boolean;
  status: SubmissionStatus;
  /** When the plan was made. */
  until: string;
  /** What the refused decision said, and what is missing. */
  refused?: RejectValues & { error: string };
};
type BulkPlanPanelProps = PlannedBulk & { cancelTo: string };

const BULK = "bulk-decision";
const are = (count: number) => `${formatNumber(count)} ${count === 1 ? "is" : "are"}`;

/** What a bulk decision would do. */
export function BulkPlanPanel({
  plan,
  ids,
  allMatching,
  status,
  until,
  refused,
  cancelTo,
}: BulkPlanPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new plan takes the focus
  useEffect(() => heading.current?.focus(), [plan]);
  useFormSettled((sent) => {
    if (sent.get("intent") === "bulk") clearSelection();
  });
  const { wouldChange, sum, unlikely } = plan;
  const verb = status === "rejected" ? "Reject" : "Mark";
  const label =
    status === "rejected"
      ? `Reject ${formatNumber(wouldChange)}`
      : `Mark ${formatNumber(wouldChange)} verified`;
  return (
    <section className={styles.plan} aria-labelledby="bulk-plan">
      <h2 id="bulk-plan" ref={heading} tabIndex={-1}>
        {wouldChange === 0 ? "Nothing would change" : `${label}?`}
      </h2>
      <p>
        {sum.length > 0 && wouldChange > 0 ? (
          <>
            Together <MoneySum parts={sum} />
            {unlikely > 0 ? `, ${withoutUnlikely(unlikely)}` : ""}.{" "}
          </>
        ) : null}
        {consequences(plan, status).join(" ")}
      </p>
      <PostForm id={BULK} intent="bulk" preventScrollReset className={styles.form}>
        <input type="hidden" name="until" value={until} />
        <TabIdField />
        {allMatching ? (
          <input type="hidden" name="allMatching" value="on" />
        ) : (
          ids.map((id) => <input key={id} type="hidden" name="ids" value={id} />)
        )}
        {status === "rejected" && wouldChange > 0 ? (
          <RejectFields formId={BULK} values={refused} error={refused?.error} />
        ) : null}
        <div className={layout.row}>
          {wouldChange > 0 ? (
            <SubmitButton
              kind={status === "rejected" ? "danger" : "attest"}
              name="status"
              value={status}
              pending={verb === "Reject" ? "Rejecting" : "Sending"}
            >
              {label}
            </SubmitButton>
          ) : null}
          <ButtonLink to={cancelTo} preventScrollReset>
            Cancel
          </ButtonLink>
        </div>
      </PostForm>
    </section>
  );
}

function consequences(plan: Plan, status: SubmissionStatus): string[] {
  const { wouldChange, expired, adPlatforms, alreadySent, alreadyDecided, refused } = plan;
  return [
    ...groupPlatforms(adPlatforms, "wouldSend").map(
      ({ count, names }) => `${formatNumber(count)} ${count === 1 ? "goes" : "go"} to ${names}.`,
    ),
    ...groupPlatforms(adPlatforms, "notCovered").map(
      ({ count, names }) => `The consent of ${formatNumber(count)} does not allow ${names}.`,
    ),
    expired > 0 && `${are(expired)} too late to send.`,
    status === "handled" && adPlatforms.length === 0 && "No ad platform is connected, so nothing is sent.",
    alreadySent > 0 && `${are(alreadySent)} already verified and won't change.`,
    refused > 0 &&
      `${formatNumber(refused)} ${refused === 1 ? "was" : "were"} withdrawn by the visitor and won't change.`,
    alreadyDecided > 0 && `${are(alreadyDecided)} already rejected and won't change.`,
    wouldChange > 100 && "This runs in the background. You can leave this page.",
  ].filter((sentence) => sentence !== false);
}

/** The ad platforms with the same count of claims together. */
function groupPlatforms(adPlatforms: Plan["adPlatforms"], name: "wouldSend" | "notCovered") {
  const counted = adPlatforms.filter((one) => one[name] > 0);
  return [...groupBy(counted, (one) => one[name])].map(([count, alike]) => ({
    count,
    names: new Intl.ListFormat("en-US").format(alike.map((one) => one.name)),
  }));
}
