import { AD_COOKIES, AD_IDS, type AdCookie, CAMPAIGN_PARAMETERS, CLICK_IDS } from "#app/lib/ad-platforms.ts";
import type { FirstClick } from "#app/lib/first-click.ts";
import { mapValues } from "#app/lib/objects.ts";
import { readSearch } from "#app/lib/query-string.ts";
import { normalizeSource, readSite } from "#app/lib/sources.ts";
import { withoutAddresses } from "#app/lib/url-addresses.ts";
import { AD_COOKIE_MAX, URL_MAX } from "#app/schemas/shared/limits.ts";
import { formUrl } from "#app/services/opt-in-forms/form-url.server.ts";
import { takeHandedCookies } from "./handed-cookies.ts";
import {
  findClickIds,
  findVisit,
  isClick,
  type KeptVisit,
  keepParameters,
  readParameters,
  toLink,
} from "./kept-visits.server.ts";
import { type FormLinks, readLinkParameters } from "./link-parameters.ts";

type VisitData = {
  pageUrl: string | null;
  /** As the page's script says it; the visit's own comes first. */
  referrer: string | null;
  cookies: Map<string, string>;
  /** Then what the page around the form hands over does not count. */
  asksForPrivacy: boolean;
  /** Those to the form's workspace, the newest first. */
  visits: KeptVisit[];
  links: FormLinks;
  /** When a visit began that was not kept: form tokens are shared and cached, so their times say nothing. */
  now: Date;
};

function webUrl(text: string | null): URL | null {
  if (!text || text.length > URL_MAX) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url : null;
}

/** Without a person's address. Null for a form's own page, which is no source and may be a private one. */
export function toForeignReferrer(referrer: string | null): string | null {
  const isOwn = referrer?.startsWith(formUrl({ slug: "" })) === true;
  return referrer && !isOwn && referrer.length <= URL_MAX ? withoutAddresses(referrer) : null;
}

/**
 * Reads click ids and campaign, unchanged, and the source in its one form: of the page's address, or of the last
 * click where the address says nothing. Each ad platform's click id is its newest. Values that are too long are
 * left out, never truncated.
 */
export function readAttribution({ cookies, asksForPrivacy, visits, links, now, ...seen }: VisitData) {
  // An email address in a URL is personal data, and no part of the source.
  const { url, handed } = takeHandedCookies(seen.pageUrl);
  const pageUrl = url && withoutAddresses(url);
  const page = webUrl(pageUrl);
  const search = page && seen.pageUrl ? readSearch(seen.pageUrl) : "";
  const link = toLink(search);
  const own = readLinkParameters(search, links);
  const visit = findVisit(visits, link);
  const last = visits.find(isClick) ?? null;
  const openedAt = visit ? new Date(visit.at) : null;
  const isByLink = own.hasAny || last === null;
  const opened: KeptVisit = {
    link,
    at: (openedAt ?? now).getTime(),
    ...keepParameters(own.values),
    referrer: toForeignReferrer(visit?.referrer ?? seen.referrer) ?? undefined,
  };
  const click = isByLink ? opened : last;
  const { referrer = null } = click;
  const parameters = readParameters(click);
  const ids = findClickIds(isByLink ? [opened, ...visits] : visits);
  const first = visits.findLast(isClick);
  const clickTimes = Object.values(ids).map(({ visit }) => visit.at);
  const clickAt = ids.fbclid?.visit.at ?? (clickTimes.length === 0 ? null : Math.max(...clickTimes));
  const namedLink = findName(links, parameters.link);
  const cookie = (name: string, column: AdCookie) => {
    const value = cookies.get(name) ?? (asksForPrivacy ? undefined : handed[column]);
    return value && value.length <= AD_COOKIE_MAX[column] ? value : null;
  };
  return {
    openedAt,
    columns: {
      pageUrl: page ? (pageUrl as string) : null,
      // A page, or an app.
      referrer: referrer !== null && readSite(referrer) !== null ? referrer : null,
      source: findSource(click, page?.host),
      ...mapValues(CLICK_IDS, (_parameter, id) => ids[id]?.value ?? null),
      clickSeenAt: clickAt === null ? null : new Date(clickAt),
      ...mapValues(AD_COOKIES, cookie),
      ...mapValues(CAMPAIGN_PARAMETERS, (_parameter, column) => parameters[column] ?? null),
      ...mapValues(AD_IDS, (_parameters, column) => parameters[column] ?? null),
      link: namedLink,
      linkId: namedLink === null ? null : (parameters.link ?? null),
      firstClick:
        first === undefined || first === (isByLink ? visit : last)
          ? null
          : JSON.stringify(toFirstClick(first, page?.host, links)),
    },
  };
}

function findSource({ referrer, parameters }: KeptVisit, host: string | undefined): string | null {
  const site = referrer === undefined ? null : readSite(referrer);
  return normalizeSource(parameters?.utmSource ?? "") ?? normalizeSource(site === host ? "" : (site ?? ""));
}

/** The name of a kept link; null if it belongs to another form or is gone. */
const findName = (links: FormLinks, linkId: string | undefined): string | null =>
  [...links].find(([, id]) => id === linkId)?.[0] ?? null;

function toFirstClick(first: KeptVisit, host: string | undefined, links: FormLinks): FirstClick {
  const { link: linkId, ...parameters } = readParameters(first);
  const link = findName(links, linkId);
  return {
    at: new Date(first.at).toISOString(),
    source: findSource(first, host),
    referrer: first.referrer ?? null,
    parameters: { ...parameters, ...(link === null ? {} : { link }) },
  };
}
