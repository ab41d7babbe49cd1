import { useLocation } from "@remix-run/react";
import { useCallback } from "react";
import { withQuery } from "#app/lib/query-string.ts";

export type QueryLinks = (changes: Record<string, string | number | null>) => string;

/** Addresses of the same page with parts of its query changed. */
export function useQueryLinks(): QueryLinks {
  const { search } = useLocation();
  return useCallback((changes) => withQuery(search, changes), [search]);
}

/** Addresses of the other pages of a list. */
export function usePageLinks(): (page: number) => string {
  const address = useQueryLinks();
  return (page) => address({ page: page === 1 ? null : page });
}
