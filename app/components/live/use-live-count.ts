import { useState } from "react";
import type { OpenCounts } from "#app/components/layout/dashboard-nav.tsx";
import { useWorkspaceChanges } from "./live-changes.tsx";

/** How many claims are to be checked: what was loaded, until a change tells a newer number. */
export function useLiveCount(loaded: OpenCounts): number {
  const [live, setLive] = useState<{ since: OpenCounts; toCheck: number } | null>(null);
  useWorkspaceChanges(({ toCheck }) => setLive({ since: loaded, toCheck }));
  return live?.since === loaded ? live.toCheck : loaded.submissions;
}
