import { useEffect, useState } from "react";

/**
 * The form's fields as one text, and whether it differs from what is saved. Null before anybody typed.
 * @param version changes with what is saved
 * @param aside the name of a field that is not saved
 */
export function useTyped(formId: string, version: number | string, aside = "") {
  const [typed, setTyped] = useState<string | null>(null);
  const [isChanged, setIsChanged] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: later input is compared with the newly saved version
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    setIsChanged(false);
    // A refused form's values are compared with the saved ones. The next reply resets them.
    const saved = read(form, aside);
    const note = () => {
      const now = read(form, aside);
      setTyped(now);
      setIsChanged(now !== saved);
    };
    // After the event, when script has written the hidden field.
    const noteSoon = () => setTimeout(note);
    form.addEventListener("input", noteSoon);
    form.addEventListener("change", noteSoon);
    return () => {
      form.removeEventListener("input", noteSoon);
      form.removeEventListener("change", noteSoon);
    };
  }, [formId, version, aside]);
  return { typed, isChanged };
}

function read(form: HTMLFormElement, aside: string): string {
  const fields = [...new FormData(form)].filter(([name]) => name !== aside);
  return JSON.stringify(fields);
}
