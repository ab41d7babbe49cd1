/** Changes some parameters of a query string. Null or empty removes one; other empty values go too. */
export function withQuery(search: string, changes: Record<string, string | number | null>): string {
  const parameters = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    parameters.set(name, value === null ? "" : String(value));
  }
  for (const name of new Set(parameters.keys())) parameters.delete(name, "");
  return `?${parameters.toString()}`;
}

/** The query as in the URL, undecoded. */
export function readSearch(url: string): string {
  const withoutHash = url.split("#", 1)[0] ?? "";
  const start = withoutHash.indexOf("?");
  return start === -1 ? "" : withoutHash.slice(start);
}
