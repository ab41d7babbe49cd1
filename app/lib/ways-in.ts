/** What opens an account besides its password. */
export type WaysIn = { apiKeys: number; providers: string[] };

/** What still opens an account after its password was changed, in a sentence; null when nothing does. */
export function saysWaysIn({ apiKeys, providers }: WaysIn): string | null {
  const keys = apiKeys === 0 ? [] : [apiKeys === 1 ? "one API key" : `${apiKeys} API keys`];
  const ways = [...keys, ...providers];
  if (ways.length === 0) return null;
  const listed = [ways.slice(0, -1).join(", "), ways.at(-1)].filter(Boolean).join(" and ");
  return `What else opens your account was not changed: ${listed}. You can take it off in your settings.`;
}
