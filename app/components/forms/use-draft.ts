import { useEffect, useRef } from "react";
import { consumeDraft, offerDraft } from "#app/browser/form-drafts.ts";

/**
 * For a form whose fields React renders: their state is not in the page, so the form is saved as a whole
 * when the session ends, and restored later. Its `<form>` has `data-draft`.
 * @param draft null if it equals the saved data
 */
export function useDraft<T>(name: string, draft: T | null, restore: (draft: T) => void): void {
  const latest = useRef({ draft, restore });
  useEffect(() => {
    latest.current = { draft, restore };
  });
  useEffect(() => {
    const saved = consumeDraft(name);
    if (saved !== undefined) latest.current.restore(saved as T);
    return offerDraft(name, () => latest.current.draft);
  }, [name]);
}
