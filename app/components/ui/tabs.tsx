import { Link } from "@remix-run/react";
import clsx from "clsx";
import { useEffect, useRef } from "react";
import { formatNumber } from "#app/lib/regional-formats.ts";
import styles from "./tabs.module.css";

export type Tab = {
  label: string;
  to: string;
  isCurrent: boolean;
  count?: number;
  tone?: "copper" | "alarm";
};

/** Addresses side by side. Where there is no room for all they scroll, with the current one in sight. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const row = useRef<HTMLElement>(null);
  const current = tabs.find(({ isCurrent }) => isCurrent)?.label;
  useEffect(() => {
    const link = current === undefined ? null : row.current?.querySelector("[aria-current]");
    if (!row.current || !link) return;
    const [inside, around] = [link.getBoundingClientRect(), row.current.getBoundingClientRect()];
    row.current.scrollLeft +=
      Math.min(0, inside.left - around.left) + Math.max(0, inside.right - around.right);
  }, [current]);
  return (
    <nav className={styles.tabs} aria-label={label} ref={row}>
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
