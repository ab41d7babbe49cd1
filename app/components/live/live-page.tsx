import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useWorkspaceChanges } from "./live-changes.tsx";

/** Loads a visible page's figures again when claims come in or change, once nothing else loads. */
export function LivePage() {
  const { revalidate, state } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  const [isStale, setStale] = useState(false);
  useWorkspaceChanges(() => setStale(true));
  useEffect(() => {
    if (!isStale || !isIdle) return;
    const load = () => {
      if (document.visibilityState === "hidden") return;
      setStale(false);
      revalidate();
    };
    load();
    document.addEventListener("visibilitychange", load);
    return () => document.removeEventListener("visibilitychange", load);
  }, [isStale, isIdle, revalidate]);
  return null;
}
