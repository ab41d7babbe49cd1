import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Fragment, useId } from "react";
import { MoneyText } from "#app/components/exchange-rates/money.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { ArrowRightIcon } from "#app/components/ui/icons.ts";
import layout from "#app/components/ui/layout.module.css";
import type { Pin } from "#app/components/ui/pin-bins.ts";
import text from "#app/components/ui/text.module.css";
import { TimeAxis } from "#app/components/ui/time-axis.tsx";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { DueBroker } from "#app/lib/statements.ts";
import { timeLeft } from "#app/lib/time-left.ts";
import { paths } from "#app/paths.ts";
import { deadlineChartLabel } from "./deadline-chart-label.ts";
import styles from "./review-queue.module.css";

export type ReviewQueueData = {
  /** How many submissions wait for the owner's check. */
  waiting: number;
  dueWithin24Hours: number;
  /** Verified, but no ad platform has accepted the event. */
  unsentWithin24Hours: number;
  /** Whether an ad platform is connected. */
  isConnected: boolean;
  /** The claim with the least time left that can still be sent; null if none expires. */
  first: {
    href: string;
    sendBefore: string;
    platformName: string;
    amount: string | null;
    currency: string | null;
  } | null;
  allHref: string;
  /** Those that expire within 24 hours. */
  soonHref: string;
  /** Brokers whose statements are due. */
  dueStatements: DueBroker[];
  /** One per waiting submission that runs out, at most a few hundred. */
  pins: Pin[];
};

/** What to review next, and the deadlines of all open claims. */
export function ReviewQueue({
  queue,
  now,
  canDecide,
  isSample = false,
}: {
  queue: ReviewQueueData;
  now: string;
  canDecide: boolean;
  isSample?: boolean;
}) {
  const id = useId();
  return (
    <Card className={styles.queue} aria-labelledby={id}>
      <div className={styles.summary}>
        <h2 id={id} className={styles.heading}>
          <b className={clsx(styles.waiting, queue.waiting === 0 && styles.nothing)}>
            {formatNumber(queue.waiting)}
          </b>{" "}
          <span className={styles.caption}>
            {isSample ? "sample " : ""}
            {queue.waiting === 1 ? "claim to check" : "claims to check"}
          </span>
        </h2>
        <p className={text.secondary}>
          <Deadline queue={queue} now={now} />
        </p>
        {queue.unsentWithin24Hours > 0 ? (
          <p className={text.secondary}>
            <Link to={paths.deliveries({ state: "waiting" })}>
              {formatNumber(queue.unsentWithin24Hours)}{" "}
              {queue.unsentWithin24Hours === 1 ? "verified event" : "verified events"}
            </Link>{" "}
            not accepted yet {queue.unsentWithin24Hours === 1 ? "expires" : "expire"} within 24 hours.
          </p>
        ) : null}
        {queue.dueStatements.length > 0 ? (
          <p className={text.secondary}>
            <Link to={paths.dueStatements()}>Statements due</Link>:{" "}
            <DueStatements brokers={queue.dueStatements} />.
          </p>
        ) : null}
        {queue.waiting > 0 ? (
          <p className={styles.actions}>
            {canDecide ? (
              <ButtonLink kind="attest" to={queue.first?.href ?? queue.allHref}>
                Check the first one
                <Icon of={ArrowRightIcon} />
              </ButtonLink>
            ) : null}
            <ButtonLink to={queue.allHref}>See all {formatNumber(queue.waiting)}</ButtonLink>
          </p>
        ) : null}
      </div>
      <div className={styles.deadlines}>
        <div className={layout.between}>
          <h3>Time left to send</h3>
          <span className={text.small}>taller = larger amount, a number = several claims</span>
        </div>
        <TimeAxis pins={queue.pins} now={now} label={deadlineChartLabel(queue.pins, now)} />
      </div>
    </Card>
  );
}

/** Each broker whose statement is due, with how many claims its file would check. */
const DueStatements = ({ brokers }: { brokers: DueBroker[] }) =>
  brokers.map(({ platformId, platformName, count }, index) => (
    <Fragment key={platformId}>
      {index > 0 ? ", " : ""}
      <Link to={paths.statements({ platform: platformId })}>
        <bdi>{platformName}</bdi> ({formatNumber(count)})
      </Link>
    </Fragment>
  ));

function Deadline({ queue, now }: { queue: ReviewQueueData; now: string }) {
  const { waiting, dueWithin24Hours, first, isConnected } = queue;
  if (waiting === 0) return "You're up to date. New claims appear here as they come in.";
  if (!first)
    return isConnected
      ? "It is too late to send any of them. You can still check them."
      : "None expires: no ad platform is connected.";
  const { text: left, tone } = timeLeft(new Date(first.sendBefore), new Date(now));
  const colors = { calm: undefined, soon: text.copper, now: text.alarm, past: text.alarm };
  return (
    <>
      {dueWithin24Hours > 0 ? (
        <Link to={queue.soonHref}>{due(dueWithin24Hours, waiting)}</Link>
      ) : (
        due(dueWithin24Hours, waiting)
      )}{" "}
      {waiting === 1 ? "It" : "The most urgent"} has <b className={clsx(text.strong, colors[tone])}>{left}</b>{" "}
      left:{" "}
      {first.amount && first.currency ? (
        <>
          <MoneyText amount={first.amount} currency={first.currency} /> at{" "}
        </>
      ) : null}
      <bdi>{first.platformName}</bdi>.
    </>
  );
}

function due(count: number, waiting: number): string {
  if (waiting === 1)
    return count === 0 ? "It doesn't expire in the next 24 hours." : "It expires within 24 hours.";
  if (count === 0) return "None expires in the next 24 hours.";
  return `${formatNumber(count)} ${count === 1 ? "expires" : "expire"} within 24 hours.`;
}
