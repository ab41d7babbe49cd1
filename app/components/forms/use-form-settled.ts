import { useActionData, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { isNetworkError } from "./network-error.ts";

/** Runs after the response to a form of this page, once its data is reloaded. Skipped on network errors. */
export function useFormSettled(onSettled: (fields: FormData) => void): void {
  const { state, formData, formMethod } = useNavigation();
  const isLost = isNetworkError(useActionData());
  const sent = useRef<FormData>();
  useEffect(() => {
    if (state !== "idle") {
      sent.current = formMethod === "POST" ? formData : undefined;
      return;
    }
    const fields = sent.current;
    sent.current = undefined;
    if (fields && !isLost) onSettled(fields);
  });
}
