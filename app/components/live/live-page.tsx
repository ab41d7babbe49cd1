import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useWorkspaceChanges } from "./live-changes.tsx";
import { useReload } from "./use-reload.ts";

/** Reloads a visible page's figures when claims come in or change, once nothing else is loading. */
export function LivePage() {
  const { reload, isReloading } = useReload();
  const isIdle = useNavigation().state === "idle" && !isReloading;
  const [isStale, setStale] = useState(false);
  useWorkspaceChanges(() => setStale(true));
  useEffect(() => {
    if (!isStale || !isIdle) return;
    const load = () => {
      if (document.visibilityState === "hidden") return;
      setStale(false);
      reload();
    };
    load();
    document.addEventListener("visibilitychange", load);
    return () => document.removeEventListener("visibilitychange", load);
  }, [isStale, isIdle, reload]);
  return null;
}
