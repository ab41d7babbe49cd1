import { useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";

/**
 * Loads the page's data again once nothing else loads. During a navigation, a second load would abort the
 * response that carries the last action's message.
 */
export function useRevalidate(): { revalidate: () => void; isRevalidating: boolean } {
  const { revalidate, state } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!isDue || !isIdle) return;
    setDue(false);
    revalidate();
  }, [isDue, isIdle, revalidate]);
  return { revalidate: useCallback(() => setDue(true), []), isRevalidating: state !== "idle" };
}
