import type { SitePage } from "./pages.ts";

/** Where the image of a page for social networks is, which the build draws. */
export const toImagePath = ({ path }: SitePage): string => `/og/${path.slice(1) || "landing"}.png`;
