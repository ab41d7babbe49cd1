/** The value of a column that holds JSON text; null if it is missing or invalid. */
export function readJson(stored: string | null): unknown {
  if (stored === null) return null;
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
}
