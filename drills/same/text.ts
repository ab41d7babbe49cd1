const BLOCKS =
  /<\/?(?:address|article|aside|blockquote|br|button|caption|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|label|legend|li|main|nav|ol|option|p|pre|section|select|summary|table|tbody|td|tfoot|th|thead|title|tr|ul)\b[^>]*>/gi;
const UNSEEN = /<!--.*?-->|<(script|style|template)\b.*?<\/\1>|<head\b.*?(?=<title)/gs;
const ENTITIES: Record<string, string> = {
  quot: '"',
  "#x27": "'",
  "#39": "'",
  lt: "<",
  gt: ">",
  amp: "&",
  nbsp: " ",
};

/** The texts of a page, one for each block. */
export const toLines = (html: string): string[] =>
  html
    .replace(UNSEEN, "")
    .replace(/\s+/g, " ")
    .replace(BLOCKS, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(quot|#x27|#39|lt|gt|amp|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter(Boolean);

/** Where the links of a page lead to on its own site. */
export const toLinks = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/<a [^>]*?href="(\/[^"#]*)/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&")),
  ),
];
