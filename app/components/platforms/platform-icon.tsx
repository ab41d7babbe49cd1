import clsx from "clsx";
import { type Drawing, Icon } from "#app/components/ui/icon.tsx";
import {
  ChartBarIcon,
  ChartLineIcon,
  ChartLineUpIcon,
  CoinsIcon,
  CurrencyBtcIcon,
  CurrencyCircleDollarIcon,
  GraphIcon,
  PercentIcon,
  TrendUpIcon,
  UsersThreeIcon,
} from "#app/components/ui/icons.ts";
import type { PlatformIconKey as IconName } from "#app/schemas/platforms.ts";
import styles from "./platform-icon.module.css";

const icons: Record<IconName, { drawing: Drawing; label: string }> = {
  ChartLine: { drawing: ChartLineIcon, label: "Line chart" },
  CurrencyCircleDollar: { drawing: CurrencyCircleDollarIcon, label: "Dollar" },
  CurrencyBtc: { drawing: CurrencyBtcIcon, label: "Bitcoin" },
  Coins: { drawing: CoinsIcon, label: "Coins" },
  ChartBar: { drawing: ChartBarIcon, label: "Bar chart" },
  ChartLineUp: { drawing: ChartLineUpIcon, label: "Rising line" },
  TrendUp: { drawing: TrendUpIcon, label: "Upward arrow" },
  Graph: { drawing: GraphIcon, label: "Network" },
  UsersThree: { drawing: UsersThreeIcon, label: "People" },
  Percent: { drawing: PercentIcon, label: "Percent sign" },
};

/** The accessible names of the icons. */
export const iconLabels = (name: IconName): string => icons[name].label;

type PlatformIconProps = { name: IconName; isInButton?: boolean; className?: string };

/** A platform's picture. Its name stands beside it. */
export function PlatformIcon({ name, isInButton, className }: PlatformIconProps) {
  return (
    <span className={clsx(styles.icon, isInButton && styles.inButton, className)}>
      <Icon of={icons[name].drawing} />
    </span>
  );
}
