import { config } from "#app/env.server.ts";
import { AD_COOKIES, CLICK_IDS } from "#app/lib/ad-platforms.ts";
import { mapValues } from "#app/lib/objects.ts";
import { normalizeSource, readSite } from "#app/lib/sources.ts";
import { withoutAddresses } from "#app/lib/url-addresses.ts";
import { CLICK_ID_MAX, FBC_MAX, URL_MAX, UTM_MAX } from "#app/schemas/shared/limits.ts";

type VisitData = {
  pageUrl: string | null;
  referrer: string | null;
  cookies: Map<string, string>;
  /** When the page was opened: the first time its click ids were seen. */
  openedAt: Date;
};

function webUrl(text: string | null): URL | null {
  if (!text || text.length > URL_MAX) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url : null;
}

/** Without a person's address. Null for a form's own page, which is no source and may be a private one. */
export function toForeignReferrer(referrer: string | null): string | null {
  const isOwn = referrer?.startsWith(`${config.publicUrl}/optin/`) === true;
  return referrer && !isOwn && referrer.length <= URL_MAX ? withoutAddresses(referrer) : null;
}

/**
 * Reads click ids and campaign, unchanged, and the source in its one form. Values that are too long are left
 * out, never truncated.
 */
export function readAttribution({ cookies, openedAt, ...seen }: VisitData) {
  // An email address in a URL is personal data, and no part of the source.
  const pageUrl = seen.pageUrl && withoutAddresses(seen.pageUrl);
  const referrer = toForeignReferrer(seen.referrer);
  const page = webUrl(pageUrl);
  // A page, or an app.
  const site = referrer && readSite(referrer);
  const query = page?.search ? page.searchParams : null;
  const parameter = (name: string, max: number) => {
    const value = query?.get(name);
    return value && value.length <= max && !value.includes("\0") ? value : null;
  };
  const cookie = (name: string) => {
    const value = cookies.get(name);
    return value && value.length <= UTM_MAX ? value : null;
  };
  const clickIds = mapValues(CLICK_IDS, (name) => parameter(name, CLICK_ID_MAX));
  const utmSource = parameter("utm_source", UTM_MAX);
  const cameFrom = site !== page?.host ? site : null;
  return {
    pageUrl: page ? (pageUrl as string) : null,
    referrer: site ? referrer : null,
    source: normalizeSource(utmSource ?? "") ?? normalizeSource(cameFrom ?? ""),
    ...clickIds,
    clickSeenAt: Object.values(clickIds).some((id) => id !== null) ? openedAt : null,
    ...mapValues(AD_COOKIES, cookie),
    fbc: (cookies.get("_fbc")?.length ?? 0) <= FBC_MAX ? (cookies.get("_fbc") ?? null) : null,
    utmSource,
    utmMedium: parameter("utm_medium", UTM_MAX),
    utmCampaign: parameter("utm_campaign", UTM_MAX),
    utmTerm: parameter("utm_term", UTM_MAX),
    utmContent: parameter("utm_content", UTM_MAX),
  };
}
