/**
 * A page's address as an ad platform may see it: scheme, host, path and `utm_*`. Credentials, the fragment,
 * every other parameter (click ids travel in their own field) and whatever looks like personal data are
 * dropped. Null when it is no http or https address.
 */
export function urlWithoutSecrets(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const given = new URL(text);
  if (!/^https?:$/.test(given.protocol)) return null;

  const shown = new URL(given.origin);
  shown.pathname = holdsAddress(decoded(given.pathname)) ? "/" : given.pathname;
  // Encoded as it came: the platform compares it with the address of the ad.
  const kept = given.search.slice(1).split("&").filter(isCampaign);
  return shown.href + (kept.length > 0 ? `?${kept.join("&")}` : "");
}

function isCampaign(parameter: string): boolean {
  const [[name = "", value = ""] = []] = new URLSearchParams(parameter);
  return /^utm_[a-z_]+$/i.test(name) && !holdsPersonalData(value);
}

/** A name in a path, such as medium.com/@name, is public; an email address is not. */
const holdsAddress = (text: string) => /[^\s/@]@[^\s/@]+\.[^\s/@]/.test(text);

/** Eight digits alone are a date, more than fifteen an ad's id. */
function isPhoneLike(text: string): boolean {
  const figures = text.replace(/[\s().-]/g, "");
  return /^\+?\d{7,15}$/.test(figures) && (figures.length > 8 || figures !== text);
}

function holdsPersonalData(value: string): boolean {
  const text = decoded(value);
  return text.includes("@") || isPhoneLike(text);
}

/** Decodes once more than the parser, because links are sometimes encoded twice. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
