import type { ShouldRevalidateFunction } from "@remix-run/react";

/** Changes some parameters of a query string. Null or empty removes one; other empty values go too. */
export function withQuery(search: string, changes: Record<string, string | number | null>): string {
  const parameters = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    parameters.set(name, value === null ? "" : String(value));
  }
  for (const name of new Set(parameters.keys())) parameters.delete(name, "");
  return `?${parameters.toString()}`;
}

/** The query as in the URL, undecoded. */
export function readSearch(url: string): string {
  const withoutHash = url.split("#", 1)[0] ?? "";
  const start = withoutHash.indexOf("?");
  return start === -1 ? "" : withoutHash.slice(start);
}

/** The parameter of a page's address that names a folded panel that is open. */
export const OPEN_PANELS = "open";

/** A page is not loaded again because a panel opens. */
export const isLoadedAgain: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) => {
  const [current, next] = [currentUrl, nextUrl].map((url) => {
    const address = new URL(url);
    address.searchParams.delete(OPEN_PANELS);
    return address.href;
  });
  const isPanel = currentUrl.search !== nextUrl.search && current === next;
  return !isPanel && defaultShouldRevalidate;
};
