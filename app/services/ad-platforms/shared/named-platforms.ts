import type { AdPlatform } from "#app/services/ad-platforms/ad-platform.ts";

/** Products of others, or not for ads, with the name of an ad platform in theirs. */
const OTHERS = /\bMeta[ -]?(?:Trader|Quotes)\w*|\bGoogle (?:Play|Pay)\b/gi;

/** The ids of the ad platforms that a text names. */
export function findNamedPlatforms(
  text: string,
  platforms: readonly Pick<AdPlatform, "id" | "name" | "consentNames">[],
): string[] {
  const searched = text.replace(OTHERS, " ");
  return platforms
    .filter(({ name, consentNames = [name] }) => consentNames.some((word) => hasWord(searched, word)))
    .map(({ id }) => id);
}

/** The ids of the ad platforms that each of some texts names. */
export function findNamedInAll(
  texts: readonly string[],
  platforms: Parameters<typeof findNamedPlatforms>[1],
): string[] {
  const named = texts.map((text) => findNamedPlatforms(text, platforms));
  return (named[0] ?? []).filter((id) => named.every((ids) => ids.includes(id)));
}

/** In any case, but for "meta", which is a word of other languages. */
const hasWord = (text: string, word: string): boolean =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${word}|${word.toUpperCase()})(?![\\p{L}\\p{N}])`,
    word === "Meta" ? "u" : "iu",
  ).test(text);
