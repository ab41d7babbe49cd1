import { useLocation } from "@remix-run/react";
import clsx from "clsx";
import { type MouseEvent, type SyntheticEvent, useId, useRef } from "react";
import { ButtonLink, buttonClass } from "./button.tsx";
import layout from "./layout.module.css";
import styles from "./popover.module.css";
import { useClosingDetails } from "./use-closing-details.ts";

export type ConfirmationProps = {
  /** What opens it: verb and object, with an ellipsis. */
  summary: React.ReactNode;
  title: React.ReactNode;
  isSmall?: boolean;
  /** The edge of the summary that it aligns with. */
  opensAt?: "start" | "end";
  /** Aligns with a row of buttons or of a list instead of its summary. */
  keepsTo?: "besideButtons" | "inRow";
  /** The way out, where nothing is kept. */
  keep?: string;
  act: React.ReactNode;
  children: React.ReactNode;
};

/** Asks before a destructive action. It closes as a menu does, and by its first button. */
export function Confirmation({
  summary,
  title,
  isSmall,
  opensAt = "end",
  keepsTo,
  keep = "Keep it",
  act,
  children,
}: ConfirmationProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { pathname, search } = useLocation();
  const id = useId();
  useClosingDetails(details);
  const close = (event: MouseEvent) => {
    event.preventDefault();
    if (details.current) details.current.open = false;
    details.current?.querySelector("summary")?.focus();
  };
  return (
    <details
      ref={details}
      className={clsx(styles.details, opensAt === "start" && styles.start, keepsTo && styles[keepsTo])}
      onToggle={bringIntoView}
    >
      <summary className={buttonClass({ isSmall })}>{summary}</summary>
      <section className={clsx(styles.popover, styles.question)} aria-labelledby={id}>
        <h3 id={id}>{title}</h3>
        {children}
        <div className={layout.row}>
          {/* A link to the same page: without script, the reloaded page shows the question closed. */}
          <ButtonLink isSmall={isSmall} to={`${pathname}${search}`} onClick={close}>
            {keep}
          </ButtonLink>
          {act}
        </div>
      </section>
    </details>
  );
}

/** Opens upwards: at the bottom of a page it would be outside the viewport. */
function bringIntoView({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) {
  if (currentTarget.open) currentTarget.lastElementChild?.scrollIntoView({ block: "nearest" });
}
