import { runWithFormats } from "#app/lib/formats-scope.server.ts";
import type { RegionalFormats } from "#app/lib/regional-formats.ts";

type PageData = { formats?: RegionalFormats } | null;

/** Renders a page as its frame's loader says that its workspace formats. */
export function renderWithFormats<T>(loaderData: object, render: () => Promise<T>): Promise<T> {
  const frame = (Object.values(loaderData) as PageData[]).find((data) => data?.formats);
  return frame?.formats ? runWithFormats(frame.formats, render) : render();
}
