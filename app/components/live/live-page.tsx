import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useWorkspaceChanges } from "./live-changes.tsx";

/** Loads the page's figures anew when claims come in or change, once nothing else loads. */
export function LivePage() {
  const { revalidate, state } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  const [isStale, setStale] = useState(false);
  useWorkspaceChanges(() => setStale(true));
  useEffect(() => {
    if (!isStale || !isIdle) return;
    setStale(false);
    revalidate();
  }, [isStale, isIdle, revalidate]);
  return null;
}
