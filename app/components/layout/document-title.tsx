import { useMatches } from "@remix-run/react";
import { createContext, useContext } from "react";
import { pageTitle } from "#app/lib/page-title.ts";
import type { PageHandle } from "./page.tsx";
import { useRootData } from "./root-data.ts";

/** Whether a form was refused. Set by the server; in the browser `ErrorSummary` sets the title. */
export const RefusedForm = createContext(false);

/** The title of the deepest route that has one. `meta` cannot know that a form was refused. */
export function DocumentTitle() {
  const brandName = useRootData()?.brandName ?? "Attesto";
  const isRefused = useContext(RefusedForm);
  const titles = useMatches().map(({ handle, data }) =>
    getTitle(handle as PageHandle | undefined, data as never),
  );
  const title = titles.findLast((found) => found !== undefined);
  const whole = title?.whole ?? pageTitle(title?.page ?? brandName, brandName);
  // The browser does not know the context and keeps what the server wrote.
  return <title suppressHydrationWarning>{isRefused ? (title?.refused ?? `Error: ${whole}`) : whole}</title>;
}

function getTitle(
  handle: PageHandle | undefined,
  data: undefined,
): { page?: string; whole?: string; refused?: string | undefined } | undefined {
  if (handle?.documentTitle)
    return { whole: handle.documentTitle(data), refused: handle.refusedTitle?.(data) };
  if (typeof handle?.title === "function") return { page: handle.title(data) };
  const title = handle?.title ?? handle?.page?.title;
  return title === undefined ? undefined : { page: title };
}
