import clsx from "clsx";
import { MoneyText } from "#app/components/exchange-rates/money.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import type { View } from "#app/components/submissions/submission-state.ts";
import { Alert } from "#app/components/ui/alert.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import text from "#app/components/ui/text.module.css";
import { DAY } from "#app/lib/dates.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import type { SampleClaim } from "#app/lib/sample-claims.ts";
import { ReviewQueue, type ReviewQueueData } from "./review-queue.tsx";

const ID = "samples";

type SampleOverviewProps = { claims: SampleClaim[]; currency: string; view: View; canRemove: boolean };

/** The overview with made-up claims, marked as such. */
export function SampleOverview({ claims, currency, view, canRemove }: SampleOverviewProps) {
  return (
    <>
      <Alert
        tone="copper"
        action={
          canRemove ? (
            <PostForm intent="remove-samples">
              <SubmitButton isSmall pending="Removing">
                Remove the samples
              </SubmitButton>
            </PostForm>
          ) : undefined
        }
      >
        <b className={text.strong}>Sample claims.</b>{" "}
        <span className={text.secondary}>
          They don't count and are never sent. They disappear when your first claim arrives.
        </span>
      </Alert>
      <ReviewQueue
        queue={toReviewQueue(claims, currency, view.now)}
        now={view.now}
        canDecide={false}
        isSample
      />
      <div id={ID} className={layout.stack}>
        <Panel title="Sample claims">
          <Rows isWrapping>
            {claims.map((claim) => (
              <li key={claim.id}>
                <span>
                  <b className={clsx(text.truncated, text.block)}>{claim.email}</b>
                  <span className={clsx(text.small, text.block)}>
                    Sample, {claim.broker}, {formatDateTime({ at: claim.createdAt, ...view })}
                  </span>
                </span>
                <span className={clsx(text.number, text.strong)}>
                  <MoneyText amount={claim.amount} currency={currency} />
                </span>
                <StatusBadge state={claim.state} />
              </li>
            ))}
          </Rows>
        </Panel>
      </div>
    </>
  );
}

/** The button that shows them. */
export function ShowSamples() {
  return (
    <PostForm intent="show-samples">
      <SubmitButton pending="Showing">Show sample claims</SubmitButton>
    </PostForm>
  );
}

function toReviewQueue(claims: SampleClaim[], currency: string, now: string): ReviewQueueData {
  const waiting = claims
    .filter(({ state }) => state === "pending")
    .toSorted((a, b) => (a.sendBefore < b.sendBefore ? -1 : 1));
  const [first] = waiting;
  const isSoon = ({ sendBefore }: SampleClaim) => Date.parse(sendBefore) - Date.parse(now) < DAY;
  return {
    waiting: waiting.length,
    dueWithin24Hours: waiting.filter(isSoon).length,
    unsentWithin24Hours: 0,
    isConnected: true,
    allHref: `#${ID}`,
    soonHref: `#${ID}`,
    first: first
      ? {
          href: `#${ID}`,
          sendBefore: first.sendBefore,
          platformName: first.broker,
          amount: first.amount,
          currency,
        }
      : null,
    pins: waiting.map(({ sendBefore, amount }) => ({ sendBefore, amount: Number(amount) })),
  };
}
