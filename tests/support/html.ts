const entities: Record<string, string> = {
  "&quot;": '"',
  "&#x27;": "'",
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
};
const decoded = (text: string) =>
  text.replace(/&(?:quot|#x27|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);

/** The text of a page without its scripts, with one space between its parts. */
export const plainText = (html: string): string =>
  decoded(
    html
      .replace(/<!--.*?-->|<script.*?<\/script>|<\/?bdi[^>]*>/gs, "")
      .replace(/<[^>]*>/g, " ")
      .replaceAll("&nbsp;", " ")
      .replace(/\s+/g, " "),
  );

/** The text of the first element of that name. */
export function readText(html: string, name: string): string | undefined {
  const inner = new RegExp(`<${name}(?:\\s[^>]*)?>([^]*?)</${name}>`).exec(html)?.[1];
  return inner === undefined ? undefined : decoded(inner.replace(/<!--.*?-->|<[^>]*>/g, "").trim());
}

/** The attributes of the first element of that name which has those given; empty when there is none. */
export function readAttributes(
  html: string,
  name: string,
  having: Record<string, string> = {},
): Record<string, string> {
  for (const [, inside = ""] of html.matchAll(
    new RegExp(`<${name}((?:\\s+[^\\s=>]+(?:="[^"]*")?)*)\\s*/?>`, "g"),
  )) {
    const attributes = Object.fromEntries(
      [...inside.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, key = "", value = ""]) => [key, value]),
    );
    if (Object.entries(having).every(([key, value]) => attributes[key] === value)) return attributes;
  }
  return {};
}
