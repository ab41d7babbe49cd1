import { hash } from "node:crypto";

/** A feed's id. */
export const feedIdOf = (url: string): string => hash("sha256", url);

/** What an address may carry without leading elsewhere. */
const TRACKING = /^(utm_|fbclid$|gclid$|mc_)/;

/** The same for two items that are the same news: by address, whatever its tracking, or by title and source. */
export function itemKeyOf({
  url,
  title,
  source,
}: {
  url: string | null;
  title: string;
  source: string;
}): string {
  return hash("sha256", url === null ? `${source}\n${title}` : plainAddress(url));
}

function plainAddress(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  const kept = [...searchParams].filter(([name]) => !TRACKING.test(name)).sort();
  return `${host.replace(/^www\./, "")}${pathname.replace(/\/+$/, "")}?${new URLSearchParams(kept)}`;
}
