import { useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Choice } from "#app/components/forms/choice.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { WithScript } from "#app/components/ui/scripting.tsx";
import text from "#app/components/ui/text.module.css";
import { PERIODS, type Period } from "#app/lib/periods.ts";
import styles from "./period-bar.module.css";

/** Whether one-letter keys are off, in this browser. */
const STORED = "analytics-keys";

type KeysMenuProps = { hrefs: Record<Period, string>; compareHref: string };

/** One-letter keys for the ranges. They need the script, and can be switched off. */
export function KeysMenu({ hrefs, compareHref }: KeysMenuProps) {
  const [isOn, setOn] = useState(true);
  const navigate = useNavigate();
  useEffect(() => setOn(readOn()), []);
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      const [period] = Object.entries(PERIODS).find(([, entry]) => entry.key === key) ?? [];
      const href = key === "x" ? compareHref : period && hrefs[period as Period];
      if (href) navigate(href, { preventScrollReset: true });
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn, hrefs, compareHref, navigate]);
  return (
    <WithScript>
      <Menu summary="Keys" opensAt="end">
        <dl className={styles.keys}>
          {Object.values(PERIODS).map(({ key, label }) => [
            <dt key={key}>{key.toUpperCase()}</dt>,
            <dd key={label}>{label}</dd>,
          ])}
          <dt>X</dt>
          <dd>Change comparison</dd>
        </dl>
        <Choice
          label="Use these keys"
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            setOn(checked);
            remember(checked);
          }}
        />
        <p className={text.small}>Kept in this browser.</p>
      </Menu>
    </WithScript>
  );
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest("input, select, textarea, [contenteditable]") !== null;

function readOn(): boolean {
  try {
    return localStorage.getItem(STORED) !== "off";
  } catch {
    return true;
  }
}

function remember(isOn: boolean): void {
  try {
    localStorage.setItem(STORED, isOn ? "on" : "off");
  } catch {
    // Blocked: it holds until the page is closed.
  }
}
