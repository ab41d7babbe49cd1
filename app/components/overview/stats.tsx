import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Bar } from "#app/components/ui/bar.tsx";
import { Card } from "#app/components/ui/card.tsx";
import text from "#app/components/ui/text.module.css";
import styles from "./stats.module.css";

export type Stat = {
  label: string;
  /** As it is read: "14", "€3,240.00". */
  value: React.ReactNode;
  /** Small beside the value: "of 14". */
  of?: string;
  detail?: React.ReactNode;
  tone?: "copper" | "alarm";
  /** How much of something is done, as `detail` says in words. */
  percent?: number;
  href: string;
};

/** Figures in one ruled strip of four cells, each a link to its rows. */
export function Stats({ label, stats }: { label: string; stats: Stat[] }) {
  return (
    <Card className={styles.stats} aria-label={label}>
      {stats.map((stat) => (
        <Link key={stat.label} to={stat.href}>
          <span className={text.label}>{stat.label}</span>
          <span className={styles.value}>
            {stat.value}
            {stat.of ? <span className={text.small}> {stat.of}</span> : null}
          </span>
          {stat.detail ? (
            <span className={clsx(text.small, stat.tone && text[stat.tone])}>{stat.detail}</span>
          ) : null}
          {stat.percent === undefined ? null : <Bar percent={stat.percent} />}
        </Link>
      ))}
    </Card>
  );
}
