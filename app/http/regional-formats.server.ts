import { type HasRegion, regionOf } from "#app/lib/region.ts";
import { findFormats, type RegionalFormats, setFormatsSource } from "#app/lib/regional-formats.ts";
import { createScope } from "#app/lib/scope.server.ts";

const scope = createScope<RegionalFormats>();

setFormatsSource(scope.get);

/** Runs work that formats numbers and dates as a region does. */
export const runWithFormats = scope.run;

export const formatsOf = (workspace: HasRegion): RegionalFormats => findFormats(regionOf(workspace));

type PageData = { formats?: RegionalFormats } | null;

/** Renders a page as its frame's loader says that its workspace formats. */
export function renderWithFormats<T>(loaderData: object, render: () => Promise<T>): Promise<T> {
  const frame = (Object.values(loaderData) as PageData[]).find((data) => data?.formats);
  return frame?.formats ? scope.run(frame.formats, render) : render();
}
