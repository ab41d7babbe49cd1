import { useState } from "react";
import { useWorkspaceChanges } from "./live-changes.tsx";

type LoadedCount = { submissions: number };

/** The number of claims to check, kept current by live changes. */
export function useLiveCount(loaded: LoadedCount): number {
  const [live, setLive] = useState<{ since: LoadedCount; toCheck: number } | null>(null);
  useWorkspaceChanges(({ toCheck }) => setLive({ since: loaded, toCheck }));
  return live?.since === loaded ? live.toCheck : loaded.submissions;
}
