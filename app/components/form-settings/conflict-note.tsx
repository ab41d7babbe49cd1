import { KeyValues } from "#app/components/ui/key-values.tsx";
import text from "#app/components/ui/text.module.css";

/** What another window has saved of a tab since it was opened here, and what to save over. */
export type SaveConflict = { version: number; seen: string; saved: { label: string; value: string }[] };

/** The saved values that differ from what is typed here. */
export function ConflictNote({ saved }: Pick<SaveConflict, "saved">) {
  if (saved.length === 0) return null;
  return (
    <section aria-label="What the other window saved">
      <p className={text.strong}>Saved by the other window</p>
      <KeyValues facts={saved.map(({ label, value }) => ({ label, value: value || "empty" }))} />
    </section>
  );
}
