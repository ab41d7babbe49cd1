import { arrayMove } from "@dnd-kit/sortable";
import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { ListedPlatform } from "./platform-row.tsx";

/** The order as it was last moved to, until the server has answered; what was moved is said for those who do not see it. */
export function useOrder(platforms: ListedPlatform[]) {
  const fetcher = useFetcher<{ failed: string | null }>();
  const [moved, setMoved] = useState<string[] | null>(null);
  const [said, setSaid] = useState("");
  const isSettled = fetcher.state === "idle";
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever the server has answered counts from then on
  useEffect(() => {
    if (isSettled) setMoved(null);
  }, [isSettled, platforms]);

  const place = (id: string) => moved?.indexOf(id) ?? -1;
  const ordered = moved ? [...platforms].sort((a, b) => place(a.id) - place(b.id)) : platforms;
  const move = (id: string, to: number) => {
    const ids = ordered.map((platform) => platform.id);
    const from = ids.indexOf(id);
    if (from < 0 || to < 0 || to >= ids.length) return;
    const orderedIds = arrayMove(ids, from, to);
    setMoved(orderedIds);
    setSaid(`${ordered[from]?.name} is now ${to + 1} of ${ordered.length}.`);
    fetcher.submit({ orderedIds: orderedIds.join(",") }, { method: "post", preventScrollReset: true });
  };
  return { ordered, move, said, isSaving: !isSettled, reply: fetcher.data };
}
