import type { FieldMetadata } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";

/**
 * The value of a hidden input that script changes. It begins again with conform's field, and tells the form
 * of each change, as typing does.
 */
export function useHiddenValue(field: FieldMetadata<string>) {
  const initial = field.initialValue ?? "";
  const [chosen, setChosen] = useState({ key: field.key, value: initial });
  const value = chosen.key === field.key ? chosen.value : initial;
  const input = useRef<HTMLInputElement>(null);
  const reported = useRef(value);
  useEffect(() => {
    if (reported.current === value) return;
    reported.current = value;
    input.current?.dispatchEvent(new Event("change", { bubbles: true }));
  }, [value]);
  const props = { ref: input, type: "hidden", name: field.name, value } as const;
  return { value, props, change: (next: string) => setChosen({ key: field.key, value: next }) };
}
