import { Form, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Input } from "#app/components/forms/control.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { MagnifyingGlassIcon } from "#app/components/ui/icons.ts";
import styles from "./filter-bar.module.css";

const SEARCH_AFTER_MS = 400;
/** A single letter matches too much. */
const LENGTH_MIN = 2;

type SearchFieldProps = {
  label: string;
  placeholder: string;
  value: string | undefined;
  /** The key that leads to it. */
  shortcut: string | undefined;
  /** The other parameters of the address. */
  children: React.ReactNode;
};

const findField = (form: HTMLFormElement | null) =>
  form?.elements.namedItem("search") as HTMLInputElement | null | undefined;

/** Searches when it is submitted and, with script, shortly after the last keystroke. */
export function SearchField({ label, placeholder, value = "", shortcut, children }: SearchFieldProps) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<number>(undefined);
  const submit = useSubmit();
  const shown = useRef(value);
  // A link has changed the search. Text that is being typed or was restored stays.
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    const input = findField(form.current);
    if (input && input !== document.activeElement) input.value = value;
  }, [value]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const searchSoon = () => {
    window.clearTimeout(timer.current);
    const typed = findField(form.current)?.value.trim() ?? "";
    if (typed === value || (typed !== "" && typed.length < LENGTH_MIN)) return;
    timer.current = window.setTimeout(
      () => submit(form.current, { replace: value !== "", preventScrollReset: true }),
      SEARCH_AFTER_MS,
    );
  };
  return (
    <Form
      ref={form}
      className={styles.search}
      role="search"
      method="get"
      onInput={searchSoon}
      onSubmit={() => window.clearTimeout(timer.current)}
    >
      {children}
      <Icon of={MagnifyingGlassIcon} />
      <Input
        className={styles.searchField}
        type="search"
        name="search"
        defaultValue={value}
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={placeholder}
      />
    </Form>
  );
}
