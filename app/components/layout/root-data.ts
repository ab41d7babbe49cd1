import { useRouteLoaderData } from "@remix-run/react";

export type Theme = "dark" | "light" | "system";
export type FlashMessage = {
  kind: "blank" | "error" | "success";
  message: string;
  /** A second line, and where it leads. */
  advice?: string;
  link?: { to: string; label: string };
  /** The id of what the message offers to undo. */
  undo?: string;
};

/** The root loader's data; undefined if the root failed. */
export type RootData = {
  /** Null where none was chosen: then it is dark. */
  theme: Theme | null;
  nonce: string;
  brandName: string;
  publicUrl: string;
  /** Whether the structured data names the claimed rating. */
  showsClaimedRating: boolean;
  requestId: string;
  /** The server's, in UTC: a browser's clock may be wrong, and its text would differ from the document's. */
  year: number;
  flash: FlashMessage | null;
  /** For the page's forms; null for who is signed out. */
  pageToken: string | null;
  /** What is written to the browser's console for developers, space separated. */
  debugLogs: string;
};

/** Empty if the root failed. */
export const useBrandName = (): string => useRootData()?.brandName ?? "";

export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>("root");
}
