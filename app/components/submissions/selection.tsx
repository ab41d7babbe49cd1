import {
  createContext,
  type FormEvent,
  type MouseEvent,
  useCallback,
  useContext,
  useEffect,
  useState,
} from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";

/** The form that the rows' checkboxes belong to. */
export const BULK_FORM = "bulk";

type SelectedRows = { rows: SubmissionResponse[]; clear: () => void };

const Selected = createContext<SelectedRows>({ rows: [], clear: () => undefined });

/** The rows that are selected now; none without script. */
export const useSelected = () => useContext(Selected);

const boxes = () => [...document.querySelectorAll<HTMLInputElement>(`input[name=ids][form=${BULK_FORM}]`)];

/** Tracks which rows are checked, and checks a range with a shift-click. */
export function Selection({
  submissions,
  children,
}: {
  submissions: SubmissionResponse[];
  children: React.ReactNode;
}) {
  const [ids, setIds] = useState<string[]>([]);
  const [last, setLast] = useState<string | null>(null);
  const read = useCallback(() => {
    const checked = boxes().filter((box) => box.checked);
    if (checked.length === 0) document.querySelector<HTMLFormElement>(`form#${BULK_FORM}`)?.reset();
    setIds(checked.map(({ value }) => value));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows have other checkboxes to read
  useEffect(read, [submissions, read]);
  const onClick = ({ target, shiftKey }: MouseEvent) => {
    if (!(target instanceof HTMLInputElement) || target.name !== "ids") return;
    const all = boxes();
    const from = all.findIndex(({ value }) => value === last);
    const to = all.indexOf(target);
    if (shiftKey && from >= 0)
      for (const box of all.slice(Math.min(from, to), Math.max(from, to) + 1)) box.checked = target.checked;
    setLast(target.value);
    read();
  };
  const onChange = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement && target.type === "checkbox") read();
  };
  const rows = submissions.filter(({ _id }) => ids.includes(_id));
  const clear = () => {
    clearSelection();
    read();
  };
  return (
    <Selected.Provider value={{ rows, clear }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the checkboxes inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the checkboxes themselves */}
      <div onClick={onClick} onChange={onChange}>
        {children}
      </div>
    </Selected.Provider>
  );
}

/** Checks or clears every row of the page. Called in a change event, which `Selection` then reads. */
export function selectPage(isSelected = true): void {
  for (const box of boxes()) box.checked = isSelected;
}

/** Checks every row of the page, or none. */
export function SelectPage({ count }: { count: number }) {
  const selected = useSelected().rows.length;
  if (!useHydrated()) return null;
  return (
    <input
      type="checkbox"
      aria-label="Select all on this page"
      checked={selected === count}
      ref={(box) => {
        if (box) box.indeterminate = selected > 0 && selected < count;
      }}
      onChange={({ target }) => selectPage(target.checked)}
    />
  );
}

/** The rows, and the box for all that match. */
export function clearSelection(): void {
  for (const box of boxes()) box.checked = false;
  document.querySelector<HTMLFormElement>(`form#${BULK_FORM}`)?.reset();
}
