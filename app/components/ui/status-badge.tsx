import clsx from "clsx";
import { type Drawing, Icon } from "./icon.tsx";
import {
  ArrowClockwiseIcon,
  CheckIcon,
  CircleDashedIcon,
  PauseIcon,
  PlugsIcon,
  ProhibitIcon,
  SealCheckIcon,
  WarningIcon,
  XIcon,
} from "./icons.ts";
import styles from "./status-badge.module.css";

/** A state as a badge: always a word and an icon, never color alone. Expired has hatching instead. */
const badges = {
  pending: { icon: CircleDashedIcon, word: "Pending" },
  handled: { icon: CheckIcon, word: "Verified" },
  sent: { icon: SealCheckIcon, word: "Accepted" },
  retrying: { icon: ArrowClockwiseIcon, word: "Retrying" },
  failed: { icon: WarningIcon, word: "Failed" },
  rejected: { icon: XIcon, word: "Rejected" },
  parked: { icon: PauseIcon, word: "Parked" },
  skipped: { icon: ProhibitIcon, word: "Skipped" },
  off: { icon: PlugsIcon, word: "Off" },
  expired: { icon: null, word: "Expired" },
  test: { icon: WarningIcon, word: "Test mode" },
} satisfies Record<string, { icon: Drawing | null; word: string }>;

export type BadgeState = keyof typeof badges;

type StatusBadgeProps = {
  state: BadgeState;
  /** Wraps the names of several ad platforms. */
  isWrapping?: boolean;
  children?: React.ReactNode;
};

export function StatusBadge({ state, isWrapping = false, children }: StatusBadgeProps) {
  const { icon, word } = badges[state];
  return (
    <>
      {/* For text browsers, which show it without a gap. */}{" "}
      <span className={clsx(styles.badge, styles[state], isWrapping && styles.wrapping)}>
        {icon ? <Icon of={icon} /> : null}
        {children ?? word}
      </span>
    </>
  );
}
