import { useState } from "react";
import { useWorkspaceChanges } from "./live-changes.tsx";

type LoadedCount = { submissions: number };

/** How many claims are to be checked: what was loaded, until a change tells a newer number. */
export function useLiveCount(loaded: LoadedCount): number {
  const [live, setLive] = useState<{ since: LoadedCount; toCheck: number } | null>(null);
  useWorkspaceChanges(({ toCheck }) => setLive({ since: loaded, toCheck }));
  return live?.since === loaded ? live.toCheck : loaded.submissions;
}
