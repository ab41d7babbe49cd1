/** The path of a request target, as it was sent. */
export function pathOf(target: string): string {
  const end = target.indexOf("?");
  return end === -1 ? target : target.slice(0, end);
}

const CONTROL_CHARACTER = /\p{Cc}/u;

/** What a URL's parser takes away: `.` and `..` as segments, encoded or not, a backslash for a slash, and all from `#` on. */
const CHANGED_BY_PARSING = /[\\#]|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Whether the path is one that the router can read: `http://other/`, `*`, `/%` and `/%00` are not. Nor is one that the router would read as
 * another than the gates in front of it did: `/api/../login`.
 */
export function isReadablePath(path: string): boolean {
  if (!path.startsWith("/") || CHANGED_BY_PARSING.test(path)) return false;
  if (!path.includes("%")) return !CONTROL_CHARACTER.test(path);
  try {
    return !CONTROL_CHARACTER.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/**
 * Whether the query has a `_data`: Remix would run that one loader or action and check no origin, also with
 * Single Fetch. Names may come encoded (`%5fdata`), so anything encoded is parsed as Remix parses it.
 */
export function hasDataQuery(target: string): boolean {
  const start = target.indexOf("?");
  if (start === -1) return false;
  const query = target.slice(start + 1);
  if (!query.includes("_data") && !query.includes("%")) return false;
  return new URLSearchParams(query).has("_data");
}
