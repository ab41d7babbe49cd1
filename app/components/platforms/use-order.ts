import { arrayMove } from "@dnd-kit/sortable";
import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useShownWorkspace } from "#app/components/forms/shown-workspace.ts";
import type { ListedPlatform } from "./platform-row.tsx";

type PlatformMove = { id: string; ids: string[] };

/**
 * The order after the last move, until the server responds. A refusal restores the saved order.
 * `announcement` is for screen readers.
 */
export function useOrder(platforms: ListedPlatform[]) {
  const fetcher = useFetcher<{ failed?: string | null }>();
  const shownWorkspace = useShownWorkspace();
  const [moved, setMoved] = useState<PlatformMove | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const focused = useRef<Element | null>(null);
  const isSettled = fetcher.state === "idle";
  useEffect(() => {
    if (!isSettled || !moved) return;
    focused.current = document.activeElement;
    setMoved(null);
    const ids = platforms.map(({ id }) => id);
    const at = ids.indexOf(moved.id);
    if (at >= 0 && ids.join() !== moved.ids.join())
      setAnnouncement(`${platforms[at]?.name} is ${at + 1} of ${ids.length} again.`);
  }, [isSettled, moved, platforms]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus returns after the rows have moved
  useEffect(() => {
    if (focused.current instanceof HTMLElement && document.activeElement === document.body)
      focused.current.focus();
    focused.current = null;
  }, [moved]);

  const place = (id: string) => moved?.ids.indexOf(id) ?? -1;
  const ordered = moved ? [...platforms].sort((a, b) => place(a.id) - place(b.id)) : platforms;
  const move = (id: string, to: number) => {
    const ids = ordered.map((platform) => platform.id);
    const from = ids.indexOf(id);
    if (from < 0 || to < 0 || to >= ids.length) return;
    const orderedIds = arrayMove(ids, from, to);
    setMoved({ id, ids: orderedIds });
    setAnnouncement(`${ordered[from]?.name} is now ${to + 1} of ${ordered.length}.`);
    fetcher.submit(
      { intent: "reorder", orderedIds: orderedIds.join(","), ...(shownWorkspace && { shownWorkspace }) },
      // The server has responded to a move whose fetcher is idle.
      { method: "post", preventScrollReset: true, flushSync: true },
    );
  };
  return { ordered, move, announcement, isSaving: !isSettled, reply: fetcher.data };
}
