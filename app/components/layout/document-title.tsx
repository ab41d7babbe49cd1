import { useMatches } from "@remix-run/react";
import { createContext, useContext } from "react";
import { pageTitle } from "#app/lib/page-title.ts";
import type { PageHandle } from "./page.tsx";
import { useRootData } from "./root-data.ts";

/**
 * What actions replied, by the id of their route. Set by the server; in the browser `ErrorSummary` sets the
 * title.
 */
export const ActionReplies = createContext<Record<string, unknown>>({});

/** The title of the deepest route that has one. `meta` cannot know that a form was refused. */
export function DocumentTitle() {
  const brandName = useRootData()?.brandName ?? "Attesto";
  const replies = useContext(ActionReplies);
  const isRefused = Object.values(replies).some(
    (reply) => (reply as { status?: unknown } | null)?.status === "error",
  );
  const titles = useMatches().map(({ id, handle, data }) =>
    getTitle(handle as PageHandle | undefined, data as never, replies[id] as never),
  );
  const title = titles.findLast((found) => found !== undefined);
  const whole = title?.whole ?? pageTitle(title?.page ?? brandName, brandName);
  // The browser does not know the context and keeps what the server wrote.
  return <title suppressHydrationWarning>{isRefused ? (title?.refused ?? `Error: ${whole}`) : whole}</title>;
}

function getTitle(
  handle: PageHandle | undefined,
  data: undefined,
  reply: undefined,
): { page?: string; whole?: string; refused?: string | undefined } | undefined {
  if (handle?.documentTitle)
    return { whole: handle.documentTitle(data, reply), refused: handle.refusedTitle?.(data, reply) };
  if (typeof handle?.title === "function") return { page: handle.title(data) };
  const title = handle?.title ?? handle?.page?.title;
  return title === undefined ? undefined : { page: title };
}
