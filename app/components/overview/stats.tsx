import { Link } from "@remix-run/react";
import { Bar } from "#app/components/ui/bar.tsx";

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
  /** The rows that it counts. */
  href: string;
};

/** Figures in one ruled strip of four cells, each a link to its rows. */
export function Stats({ label, stats }: { label: string; stats: Stat[] }) {
  return (
    <section className="panel strip" aria-label={label}>
      {stats.map((stat) => (
        <Link key={stat.label} to={stat.href}>
          <span className="label">{stat.label}</span>
          <span className="v">
            {stat.value}
            {stat.of ? <span className="meta"> {stat.of}</span> : null}
          </span>
          {stat.detail ? (
            <span className={stat.tone ? `meta ${stat.tone}` : "meta"}>{stat.detail}</span>
          ) : null}
          {stat.percent === undefined ? null : <Bar percent={stat.percent} />}
        </Link>
      ))}
    </section>
  );
}
