import { type Drawing, Icon } from "./icon.tsx";
import { InfoIcon, SealCheckIcon, WarningIcon } from "./icons.ts";

export type AlertTone = "plain" | "verd" | "copper" | "alarm";

const icons: Record<AlertTone, Drawing> = {
  plain: InfoIcon,
  verd: SealCheckIcon,
  copper: WarningIcon,
  alarm: WarningIcon,
};

type NoteProps = {
  tone?: AlertTone;
  icon?: Drawing;
  role?: "status" | "alert";
  /** The one button, small. */
  action?: React.ReactNode;
  children: React.ReactNode;
};

/** The fact in bold first, then what follows, then one button. */
export function Alert({ tone = "plain", icon = icons[tone], role, action, children }: NoteProps) {
  return (
    <div className={tone === "plain" ? "note" : `note note-${tone}`} role={role}>
      <Icon of={icon} />
      <p>{children}</p>
      {action}
    </div>
  );
}
