import { findZoneCountries } from "./zone-countries.ts";

export type HasRegion = { region: string | null; timeZone: string };

/** Whose dates and numbers a workspace has, on pages and in files: its setting, else its time zone's country. */
export const regionOf = ({ region, timeZone }: HasRegion): string | null =>
  region ?? findZoneCountries(timeZone)[0] ?? null;
