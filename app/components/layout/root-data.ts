import { useRouteLoaderData } from "@remix-run/react";

export type Theme = "dark" | "light" | "system";
export type FlashMessage = { kind: "blank" | "error" | "success"; message: string };

/** What every page is told by the root: missing where the root itself failed. */
export type RootData = {
  /** Null where none was chosen: then it is dark. */
  theme: Theme | null;
  nonce: string;
  brandName: string;
  publicUrl: string;
  requestId: string;
  flash: FlashMessage | null;
  /** What is written to the browser's console for developers, space separated. */
  debugLogs: string;
};

export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>("root");
}

/** The brand for `meta` functions, which get every match's data. */
export function brandNameOf(matches: readonly ({ id: string; data?: unknown } | undefined)[]): string {
  const root = matches.find((match) => match?.id === "root")?.data as RootData | undefined;
  return root?.brandName ?? "Attesto";
}
