import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { ButtonLink } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { XIcon } from "./icons.ts";
import styles from "./sheet.module.css";

type SheetProps = { label: string /** The address without it. */; close: string; children: React.ReactNode };

/**
 * A column beside the page with an address of its own; full screen on a phone. It takes the focus, and
 * Escape closes it.
 */
export function Sheet({ label, close, children }: SheetProps) {
  const section = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  useEffect(() => section.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) navigate(close, { preventScrollReset: true });
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [close, navigate]);
  return (
    <section ref={section} className={styles.sheet} aria-label={label} tabIndex={-1}>
      <div className={styles.close}>
        <ButtonLink kind="quiet" isIcon to={close} preventScrollReset aria-keyshortcuts="Escape">
          <Icon of={XIcon} />
          <span className="visually-hidden">Close</span>
        </ButtonLink>
      </div>
      {children}
    </section>
  );
}
