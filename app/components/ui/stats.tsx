import { Link } from "@remix-run/react";
import clsx from "clsx";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { Bar } from "./bar.tsx";
import { Card } from "./card.tsx";
import styles from "./stats.module.css";
import text from "./text.module.css";

export type Stat = {
  label: string;
  /** As shown: "14", "€3,240.00". */
  value: React.ReactNode;
  /** Small beside the value: "of 14". */
  of?: string;
  detail?: React.ReactNode;
  tone?: "copper" | "alarm";
  /** The share that is done, which `detail` says in words. */
  percent?: number;
  /** Null where no list has its rows. */
  href: string | null;
};

/** A figure that stands in parts, each with its own rows. */
type PartedStat = { label: string; parts: { words: string; count: number; href: string }[] };

type StatsProps = {
  label: string;
  /** Shows the label above: the period of all figures. */
  hasTitle?: boolean;
  stats: (Stat | PartedStat)[];
};

/** Figures in one ruled strip, each a link to its rows where a list has them. */
export function Stats({ label, hasTitle = false, stats }: StatsProps) {
  const strip = (
    <Card className={styles.stats} aria-label={label}>
      {stats.map((stat) =>
        "parts" in stat ? (
          <Parts key={stat.label} stat={stat} />
        ) : (
          <Figure key={stat.label} href={stat.href}>
            <span className={text.label}>{stat.label}</span>{" "}
            <span className={styles.value}>
              {stat.value}
              {stat.of ? <span className={text.small}> {stat.of}</span> : null}
            </span>{" "}
            {stat.detail ? (
              <span className={clsx(text.small, stat.tone && text[stat.tone])}>{stat.detail}</span>
            ) : null}
            {stat.percent === undefined ? null : <Bar percent={stat.percent} />}{" "}
          </Figure>
        ),
      )}
    </Card>
  );
  if (!hasTitle) return strip;
  return (
    <div className={styles.titled}>
      <h2 className={text.label}>{label}</h2>
      {strip}
    </div>
  );
}

const Figure = ({ href, children }: { href: string | null; children: React.ReactNode }) =>
  href === null ? <div>{children}</div> : <Link to={href}>{children}</Link>;

function Parts({ stat }: { stat: PartedStat }) {
  return (
    <div>
      <span className={text.label}>{stat.label}</span>
      <ul className={styles.parts}>
        {stat.parts.map(({ words, count, href }) => (
          <li key={words}>
            <Link to={href}>
              <span className={styles.value}>{formatNumber(count)}</span>{" "}
              <span className={text.small}>{words}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
