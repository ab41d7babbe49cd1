import type { BrokerLink } from "#app/models/broker-link.server.ts";

/** The countries that a link leads on in, or those that it does not; null for all. */
export type LinkCountries = { only: string[] } | { except: string[] } | null;

export function readCountries({
  countryRule,
  countries,
}: Pick<BrokerLink, "countryRule" | "countries">): LinkCountries {
  if (countryRule === null) return null;
  const codes = JSON.parse(countries ?? "[]") as string[];
  return countryRule === "only" ? { only: codes } : { except: codes };
}

/**
 * Whether a link leads on in a country. Nobody knows the country of null: only lists of exceptions let it
 * pass.
 */
export function isServed(countries: LinkCountries, country: string | null): boolean {
  if (countries === null) return true;
  if ("only" in countries) return country !== null && countries.only.includes(country);
  return country === null || !countries.except.includes(country);
}
