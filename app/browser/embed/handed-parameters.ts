import {
  AD_COOKIES,
  AD_IDS,
  CAMPAIGN_PARAMETERS,
  CLICK_ID_GROUPS,
  CLICK_IDS,
  type LinkColumn,
} from "#app/lib/ad-platforms.ts";
import { getKeys, mapValues } from "#app/lib/objects.ts";
import { AD_COOKIE_MAX, URL_MAX } from "#app/schemas/shared/limits.ts";
import { readLinkParameters } from "#app/services/submissions/link-parameters.ts";

/** Parameters of the links that led to a page, by column: each with the time in ms when it is over. */
export type KeptClick = Partial<Record<LinkColumn, [value: string, until: number]>>;
/** Parameters of a form's address, by name. */
type PassedParameters = Record<string, string>;

/** Of the page's own query. */
const SEARCH_MAX = 8_192;
/** A claim keeps an address of `URL_MAX`; the rest is for a language that the visitor chooses. */
const ADDRESS_MAX = URL_MAX - 48;

const CAMPAIGN_NAMES = { ...CAMPAIGN_PARAMETERS, ...mapValues(AD_IDS, ([name]) => name) };
const PARAMETERS = { ...CLICK_IDS, ...CAMPAIGN_NAMES };
const COLUMNS = getKeys(PARAMETERS);
const CAMPAIGN = getKeys(CAMPAIGN_NAMES);
const readSearch = (search: string) => readLinkParameters(search.length > SEARCH_MAX ? "" : search);

/**
 * A kept click with what the page's query says. A link that names any of the parameters has its own campaign; the
 * click ids of each ad platform belong together.
 */
export function mergeClick(
  kept: KeptClick,
  search: string,
  { now, until }: { now: number; until: number },
): KeptClick {
  const { values } = readSearch(search);
  const merged: KeptClick = {};
  for (const group of [...CLICK_ID_GROUPS, CAMPAIGN]) {
    const named = group === CAMPAIGN ? COLUMNS : group;
    const isReplaced = named.some((column) => values[column]);
    for (const column of group) {
      const value = values[column];
      const pair: KeptClick[LinkColumn] = value === undefined ? undefined : [value, until];
      const found = isReplaced ? pair : kept[column];
      if (found && found[1] > now) merged[column] = found;
    }
  }
  return merged;
}

/** What a form's address gets: the click, and placeholders of the page's link that its owner has to be shown. */
export function toHanded(click: KeptClick, search: string): PassedParameters {
  const handed: PassedParameters = {};
  for (const { parameter, macro } of readSearch(search).macros) handed[parameter] = macro;
  for (const column of COLUMNS) {
    const [value] = click[column] ?? [];
    if (value !== undefined) handed[PARAMETERS[column]] = value;
  }
  return handed;
}

/** The ad platforms' cookies among those of a page. */
export function readAdCookies(cookies: string): PassedParameters {
  const handed: PassedParameters = {};
  const pairs = cookies.split("; ");
  for (const column of getKeys(AD_COOKIES)) {
    const start = `${AD_COOKIES[column]}=`;
    const value = pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
    if (value && value.length <= AD_COOKIE_MAX[column]) handed[AD_COOKIES[column]] = value;
  }
  return handed;
}

/** A form's address with the parameters, as many as it has room for. A campaign replaces the address's own. */
export function handOver(address: string, handed: PassedParameters): string {
  const url = new URL(address);
  const query = url.searchParams;
  const campaign = CAMPAIGN.map((column) => PARAMETERS[column]);
  if (campaign.some((name) => name in handed)) for (const name of campaign) query.delete(name);
  for (const [name, value] of Object.entries(handed)) {
    query.set(name, value);
    if (url.href.length > ADDRESS_MAX) query.delete(name);
  }
  return url.href;
}
