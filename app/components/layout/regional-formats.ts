import { type RegionalFormats, setFormatsSource } from "#app/lib/regional-formats.ts";

/**
 * Has the page below format numbers and dates as its workspace's region does. On the server the request says
 * it, because one process renders for many regions.
 */
export function useRegionalFormats(formats: RegionalFormats): void {
  if (!import.meta.env.SSR) setFormatsSource(() => formats);
}
