import { useLocation } from "@remix-run/react";
import { useCallback } from "react";
import { changedQuery } from "#app/lib/address.ts";

export type Address = (changes: Record<string, string | number | null>) => string;

/** Addresses of the same page with parts of its query changed. */
export function useAddress(): Address {
  const { search } = useLocation();
  return useCallback((changes) => changedQuery(search, changes), [search]);
}
