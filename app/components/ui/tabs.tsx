import { Link } from "@remix-run/react";
import clsx from "clsx";
import { formatNumber } from "#app/lib/regional-formats.ts";
import styles from "./tabs.module.css";

export type Tab = {
  label: string;
  to: string;
  isCurrent: boolean;
  count?: number;
  tone?: "copper" | "alarm";
};

export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.label} to={tab.to} aria-current={tab.isCurrent ? "page" : undefined}>
          {tab.label}{" "}
          {tab.count === undefined ? null : (
            <span className={clsx(styles.count, tab.tone && tab.count > 0 && styles[tab.tone])}>
              {formatNumber(tab.count)}
            </span>
          )}{" "}
        </Link>
      ))}
    </nav>
  );
}
