import { useEffect, useState } from "react";
import { useWorkspaceChanges } from "./live-changes.tsx";
import { useReload } from "./use-reload.ts";

/** Reloads a visible page's figures when claims come in or change. */
export function LivePage() {
  const { reload } = useReload();
  const [isStale, setStale] = useState(false);
  useWorkspaceChanges(() => setStale(true));
  useEffect(() => {
    if (!isStale) return;
    const load = () => {
      if (document.visibilityState === "hidden") return;
      setStale(false);
      reload();
    };
    load();
    document.addEventListener("visibilitychange", load);
    return () => document.removeEventListener("visibilitychange", load);
  }, [isStale, reload]);
  return null;
}
