/** Headers in which proxies and content networks name the country of an address. */
const HEADERS = [
  "cf-ipcountry",
  "cloudfront-viewer-country",
  "x-vercel-ip-country",
  "x-appengine-country",
  "x-country-code",
  "x-geo-country",
];
/** Neither a country: unknown to Cloudflare and App Engine. */
const UNKNOWN = new Set(["XX", "ZZ"]);

/** The country that a trusted proxy names, as ISO 3166 has it; null if none says it. */
export function readVisitorCountry(header: (name: string) => string | null | undefined): string | null {
  for (const name of HEADERS) {
    const country = header(name)?.trim().toUpperCase();
    if (country && /^[A-Z]{2}$/.test(country)) return UNKNOWN.has(country) ? null : country;
  }
  return null;
}
