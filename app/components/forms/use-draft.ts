import { useEffect, useRef } from "react";
import { consumeDraft, offerDraft } from "#app/browser/form-drafts.ts";

/**
 * For a form that React writes: what its fields hold is not to be seen from the page, so it is kept as a whole when the session ends, and
 * given back on the way back. Its `<form>` has `data-draft`.
 * @param draft null where it is what is saved
 */
export function useDraft<T>(name: string, draft: T | null, giveBack: (draft: T) => void): void {
  const latest = useRef({ draft, giveBack });
  useEffect(() => {
    latest.current = { draft, giveBack };
  });
  useEffect(() => {
    const kept = consumeDraft(name);
    if (kept !== undefined) latest.current.giveBack(kept as T);
    return offerDraft(name, () => latest.current.draft);
  }, [name]);
}
