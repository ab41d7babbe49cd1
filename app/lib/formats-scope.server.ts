import { type HasRegion, regionOf } from "./region.ts";
import { findFormats, type RegionalFormats, setFormatsSource } from "./regional-formats.ts";
import { createScope } from "./scope.server.ts";

const scope = createScope<RegionalFormats>();

setFormatsSource(scope.get);

/** Runs work that formats numbers and dates as a region does. */
export const runWithFormats = scope.run;

export const formatsOf = (workspace: HasRegion): RegionalFormats => findFormats(regionOf(workspace));
