import { hash } from "node:crypto";
import { withoutEnd } from "#app/lib/without-end.ts";

/** A feed's id. */
export const toFeedId = (url: string): string => hash("sha256", url);

/** Parameters that do not change the page. */
const TRACKING = /^(utm_|fbclid$|gclid$|mc_)/;
/** Fragments that name no part of the page, such as `#xtor=RSS-1`. Others tell the entries of a changelog apart. */
const NO_ANCHOR = /^#(?:top$|rss$|[^=]*=)/;

/** Equal for two items of the same news: by address without tracking, or by title and source. */
export function toItemKey({
  url,
  title,
  source,
}: {
  url: string | null;
  title: string;
  source: string;
}): string {
  return hash("sha256", url === null ? `${source}\n${title}` : plainAddress(url));
}

function plainAddress(url: string): string {
  const { host, pathname, searchParams, hash: fragment } = new URL(url);
  const kept = [...searchParams].filter(([name]) => !TRACKING.test(name)).sort();
  return `${host.replace(/^www\./, "")}${withoutEnd(pathname, "/")}?${new URLSearchParams(kept)}${NO_ANCHOR.test(fragment) ? "" : fragment}`;
}
