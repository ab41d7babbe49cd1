import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Fragment } from "react";
import { Bar, type BarTone } from "#app/components/ui/bar.tsx";
import text from "#app/components/ui/text.module.css";
import { listStates } from "#app/lib/event-state.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { FiguresResponse } from "#app/schemas/statistics.ts";
import styles from "./funnel.module.css";

type Loss = { text: string; href: string | null };
type Stage = { name: string; value: number; href: string | null; losses: Loss[]; tone?: BarTone };

/** The steps from a view of the form to an accepted event, with the losses of each. All bars have one scale. */
export function Funnel({ figures }: { figures: FiguresResponse }) {
  const stages = toStages(figures);
  const most = Math.max(1, ...stages.map(({ value }) => value));
  return (
    <ol className={styles.ladder}>
      {stages.map(({ name, value, href, losses, tone }) => (
        <li key={name}>
          <span className={text.strong}>{name}</span>{" "}
          <span className={clsx(text.number, text.strong)}>
            {href ? <Link to={href}>{formatNumber(value)}</Link> : formatNumber(value)}
          </span>{" "}
          <Bar tone={tone} percent={(value / most) * 100} />
          <span className={styles.lost}>
            {losses.map((loss, index) => (
              <Fragment key={loss.text}>
                {index > 0 ? ", " : null}
                {loss.href ? <Link to={loss.href}>{loss.text}</Link> : loss.text}
              </Fragment>
            ))}
          </span>
        </li>
      ))}
    </ol>
  );
}

function toStages({ from, to, events, ...figures }: FiguresResponse): Stage[] {
  const rows = (filter: Record<string, string> = {}) => paths.submissions({ from, to, ...filter });
  const loss = (value: number, words: string, filter: Record<string, string>): Loss[] =>
    value > 0 ? [{ text: `${formatNumber(value)} ${words}`, href: rows(filter) }] : [];
  const gone = figures.views - figures.total;
  return [
    {
      name: "Views",
      value: figures.views,
      href: null,
      tone: "usual",
      losses: gone > 0 ? [{ text: `${formatNumber(gone)} left without a claim`, href: null }] : [],
    },
    {
      name: "Claimed",
      value: figures.total,
      href: rows(),
      tone: "claimed",
      losses: [
        ...loss(figures.pending, "to check", { status: "pending" }),
        ...loss(figures.rejected, "rejected", { status: "rejected" }),
      ],
    },
    {
      name: "Verified",
      value: figures.handled,
      href: rows({ status: "handled" }),
      losses: [
        ...loss(events.expired, "too late", { event: "expired" }),
        ...loss(events.skipped, "not allowed to be sent", { event: "skipped" }),
        ...loss(events.none, "without an ad platform", { event: "none" }),
        ...loss(events.parked, "parked", { event: "parked" }),
        ...loss(events.queued, "not tried yet", { event: "queued" }),
      ],
    },
    {
      name: "Sent",
      value: listStates("attempted").reduce((sum, state) => sum + events[state], 0),
      href: rows({ event: "attempted" }),
      losses: [
        ...loss(events.failed, "refused", { event: "failed" }),
        ...loss(events.retrying, "trying again", { event: "retrying" }),
        ...loss(events.confirming, "awaiting confirmation", { event: "confirming" }),
        ...loss(events.sending, "being sent", { event: "sending" }),
      ],
    },
    { name: "Accepted", value: figures.sent, href: rows({ event: "sent" }), losses: [] },
  ];
}
