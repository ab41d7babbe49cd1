import { useRef } from "react";
import { buttonClass } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { ListIcon } from "./icons.ts";
import { useClosingDetails } from "./use-closing-details.ts";

type MenuProps = {
  summary: React.ReactNode;
  kind?: "plain" | "quiet";
  /** Which edge of the summary the menu keeps to. */
  opensAt?: "start" | "end";
  children: React.ReactNode;
};

export function Menu({ summary, kind = "plain", opensAt = "end", children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useClosingDetails(details);
  return (
    <details ref={details} className={opensAt === "start" ? "menu menu-start" : "menu"}>
      <summary className={buttonClass({ kind })}>{summary}</summary>
      <div className="pop">{children}</div>
    </details>
  );
}

/** The navigation of a narrow screen: covers 86 % under the header, closed by its own summary. */
export function Drawer({ label, children }: { label: string; children: React.ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  useClosingDetails(details);
  return (
    <details ref={details} className="drawer">
      <summary className={buttonClass({ kind: "quiet", isIcon: true })} aria-label="Menu">
        <Icon of={ListIcon} />
      </summary>
      <nav aria-label={label}>{children}</nav>
    </details>
  );
}
