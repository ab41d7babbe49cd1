import { AFFILIATE_SYSTEMS, type AffiliateSystem } from "#app/lib/affiliate-systems.ts";
import { systemOfHost, systemOfPlatform } from "#app/schemas/known-platforms.ts";

const isOf = (part: string, parameter: string): boolean => {
  const [name = ""] = part.split("=", 1);
  try {
    return decodeURIComponent(name.replace(/\+/g, " ")) === parameter;
  } catch {
    return name === parameter;
  }
};

/**
 * An address around our click id, which replaces what the parameter has in it. The rest stays as it was written: a
 * signature in it would not survive another spelling.
 */
export function splitTarget(url: string, parameter: string): { before: string; after: string } {
  const [address = "", ...fragment] = url.split("#");
  const start = address.indexOf("?");
  const path = start === -1 ? address : address.slice(0, start);
  const query = start === -1 ? [] : address.slice(start + 1).split("&");
  const kept = query.filter((part) => part !== "" && !isOf(part, parameter));
  return {
    before: `${path}?${[...kept, `${encodeURIComponent(parameter)}=`].join("&")}`,
    after: fragment.length === 0 ? "" : `#${fragment.join("#")}`,
  };
}

/** An id as ours are, to show a finished link. */
const EXAMPLE_ID = "k3f9x0q2m7a1b4c8d5e6";

/** A link as the broker gets it, and what its system would take in place of the parameter. */
export type CheckedTarget = { finished: string; expected: { system: string; parameters: string[] } | null };

/** The finished link, checked against the system that its host is known to run on. */
export function checkTarget({ url, parameter }: { url: string; parameter: string }): CheckedTarget {
  const { before, after } = splitTarget(url, parameter);
  const system = systemOfHost(new URL(url).hostname);
  const { name, parameters }: { name: string; parameters: readonly string[] } =
    AFFILIATE_SYSTEMS[system ?? "other"];
  const isExpected = system === null || parameters.includes(parameter);
  return {
    finished: before + EXAMPLE_ID + after,
    expected: isExpected ? null : { system: name, parameters: [...parameters] },
  };
}

const usualOf = (system: AffiliateSystem): string | null => AFFILIATE_SYSTEMS[system].parameters[0] ?? null;

/** What the system of a known host takes a click id in; null where nobody knows it. */
export const usualParameter = (url: string): string | null =>
  usualOf(systemOfHost(new URL(url).hostname) ?? "other");

/** The same of a known broker, by the platform's name. */
export const usualParameterAt = (platformName: string): string | null =>
  usualOf(systemOfPlatform(platformName));
