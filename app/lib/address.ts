/** A query with some parameters changed: null or empty text takes one away, whatever is not named stays. */
export function changedQuery(search: string, changes: Record<string, string | number | null>): string {
  const parameters = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    parameters.set(name, value === null ? "" : String(value));
  }
  for (const [name, value] of [...parameters]) {
    if (value === "") parameters.delete(name);
  }
  return `?${parameters.toString()}`;
}
