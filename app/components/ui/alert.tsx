import clsx from "clsx";
import styles from "./alert.module.css";
import { type Drawing, Icon } from "./icon.tsx";
import { InfoIcon, SealCheckIcon, WarningIcon } from "./icons.ts";

export type AlertTone = "plain" | "verd" | "copper" | "alarm";

const icons: Record<AlertTone, Drawing> = {
  plain: InfoIcon,
  verd: SealCheckIcon,
  copper: WarningIcon,
  alarm: WarningIcon,
};

type AlertProps = {
  tone?: AlertTone;
  icon?: Drawing;
  role?: "status" | "alert";
  action?: React.ReactNode;
  children: React.ReactNode;
};

/** The fact in bold first, then what follows, then one button. */
export function Alert({ tone = "plain", icon = icons[tone], role, action, children }: AlertProps) {
  return (
    <div className={clsx(styles.alert, tone !== "plain" && styles[tone])} role={role}>
      <Icon of={icon} />
      <p>{children}</p>
      {action}
    </div>
  );
}
