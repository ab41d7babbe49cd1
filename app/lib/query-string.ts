/** Changes some parameters of a query string. Null or empty removes one; other empty values go too. */
export function withQuery(search: string, changes: Record<string, string | number | null>): string {
  const parameters = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    parameters.set(name, value === null ? "" : String(value));
  }
  for (const name of new Set(parameters.keys())) parameters.delete(name, "");
  return `?${parameters.toString()}`;
}
