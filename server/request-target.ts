/** The path of a request target, still encoded. */
export function getPath(target: string): string {
  const end = target.indexOf("?");
  return end === -1 ? target : target.slice(0, end);
}

/** The query of a request target as it was sent, with its `?`; empty without one. */
export function getSearch(target: string): string {
  return target.slice(getPath(target).length);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for these characters, faster than \p{Cc}
const CONTROL_CHARACTER = /[\0-\x1f\x7f-\x9f]/;

/**
 * What the URL parser changes: `.` and `..` segments, encoded or not, backslashes, and everything after `#`.
 */
const REWRITTEN_BY_PARSER = /[\\#]|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Whether the router can read the path (not `http://other/`, `*`, `/%`, `/%00`) and reads it like the request
 * gate (not `/api/../login`).
 */
export function isValidPath(path: string): boolean {
  if (!path.startsWith("/") || REWRITTEN_BY_PARSER.test(path)) return false;
  if (!path.includes("%")) return !CONTROL_CHARACTER.test(path);
  try {
    return !CONTROL_CHARACTER.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/**
 * Whether the query names `_data`: Remix would run that loader or action without an origin check, even with
 * Single Fetch. The name may be encoded (`%5fdata`), so an encoded query is parsed as Remix parses it.
 */
export function hasDataQuery(target: string): boolean {
  const start = target.indexOf("?");
  if (start === -1) return false;
  const query = target.slice(start + 1);
  if (!query.includes("_data") && !query.includes("%")) return false;
  return new URLSearchParams(query).has("_data");
}
