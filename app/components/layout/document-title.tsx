import { useMatches } from "@remix-run/react";
import { createContext, useContext } from "react";
import { pageTitle } from "#app/lib/page-title.ts";
import type { SitePage } from "#app/lib/site/pages.ts";
import type { SiteFacts } from "#app/lib/site/structured-data.ts";
import { useRootData } from "./root-data.ts";

/** Whether a form was refused. Set by the server; in the browser `ErrorSummary` sets the title. */
export const RefusedForm = createContext(false);

/** A route's `handle`. `Data` is what its loader returns. */
export type PageHandle<Data = never> = {
  /** A page of the public site: its title, description and social tags. */
  page?: SitePage;
  /** Facts for search engines, as schema.org names them. */
  structuredData?: (site: SiteFacts) => object[];
  /** Works whole without script, and so gets none of ours. */
  isStatic?: boolean;
  /** The page's name, to which the brand is added. */
  title?: string | ((data: Data | undefined) => string);
  documentTitle?: (data: Data | undefined) => string;
  /** The whole CSS of a page with neither our style sheet nor our script. */
  documentCss?: string;
};

/** The title of the deepest route that has one. `meta` cannot know that a form was refused. */
export function DocumentTitle() {
  const brandName = useRootData()?.brandName ?? "Attesto";
  const isRefused = useContext(RefusedForm);
  const titles = useMatches().map(({ handle, data }) =>
    titleOf(handle as PageHandle | undefined, data as never),
  );
  const title = titles.findLast((found) => found !== undefined);
  const whole = title?.whole ?? pageTitle(title?.page ?? brandName, brandName);
  // The browser does not know the context and keeps what the server wrote.
  return <title suppressHydrationWarning>{isRefused ? `Error: ${whole}` : whole}</title>;
}

function titleOf(
  handle: PageHandle | undefined,
  data: undefined,
): { page?: string; whole?: string } | undefined {
  if (handle?.documentTitle) return { whole: handle.documentTitle(data) };
  if (typeof handle?.title === "function") return { page: handle.title(data) };
  const title = handle?.title ?? handle?.page?.title;
  return title === undefined ? undefined : { page: title };
}
