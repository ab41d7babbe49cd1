import { AD_COOKIES, type AdCookie, RELOAD_PARAMETER } from "#app/lib/ad-platforms.ts";
import { getKeys } from "#app/lib/objects.ts";

const columnsByName = new Map(getKeys(AD_COOKIES).map((column) => [AD_COOKIES[column] as string, column]));
const NAMES = [...columnsByName.keys(), RELOAD_PARAMETER].join("|");
const HANDED = new RegExp(`^(${NAMES})=(.*)$`, "s");
const MAY_BE_HANDED = new RegExp(`[?&](?:${NAMES})=`);
/** What browsers send as a cookie. */
const COOKIE_VALUE = /^[\x21-\x7e]+$/;

type PassedCookies = { url: string | null; handed: Partial<Record<AdCookie, string>> };

/**
 * Takes what `embed.js` adds to the address of a form's frame out of a page's address: the ad platforms' cookies
 * of another site, and that it is loaded again. What stays of the address is not changed.
 */
export function takeHandedCookies(url: string | null): PassedCookies {
  const handed: PassedCookies["handed"] = {};
  if (url === null || !MAY_BE_HANDED.test(url)) return { url, handed };
  const [, page = "", search = "", hash = ""] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(url) ?? [];
  const others = search.split("&").filter((part) => {
    const [, name, text = ""] = HANDED.exec(part) ?? [];
    if (name === undefined) return true;
    const column = columnsByName.get(name);
    const value = decode(text);
    if (column !== undefined && COOKIE_VALUE.test(value)) handed[column] ??= value;
    return false;
  });
  return { url: page + (others.join("") === "" ? "" : `?${others.join("&")}`) + hash, handed };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
