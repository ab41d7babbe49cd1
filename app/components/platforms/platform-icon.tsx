import { ChartBarIcon } from "@phosphor-icons/react/dist/ssr/ChartBar";
import { ChartLineIcon } from "@phosphor-icons/react/dist/ssr/ChartLine";
import { ChartLineUpIcon } from "@phosphor-icons/react/dist/ssr/ChartLineUp";
import { CoinsIcon } from "@phosphor-icons/react/dist/ssr/Coins";
import { CurrencyBtcIcon } from "@phosphor-icons/react/dist/ssr/CurrencyBtc";
import { CurrencyCircleDollarIcon } from "@phosphor-icons/react/dist/ssr/CurrencyCircleDollar";
import { GraphIcon } from "@phosphor-icons/react/dist/ssr/Graph";
import { PercentIcon } from "@phosphor-icons/react/dist/ssr/Percent";
import { TrendUpIcon } from "@phosphor-icons/react/dist/ssr/TrendUp";
import { UsersThreeIcon } from "@phosphor-icons/react/dist/ssr/UsersThree";
import clsx from "clsx";
import { type Drawing, Icon } from "#app/components/ui/icon.tsx";
import type { PlatformIcon as IconName } from "#app/schemas/platforms.ts";
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
