/** The ways to sign in to an account besides its password. */
export type AccessMethods = { apiKeys: number; providers: string[] };

/** Names the access that remains after a password change, as one sentence; null if none does. */
export function describeAccessMethods({ apiKeys, providers }: AccessMethods): string | null {
  const keys = apiKeys === 0 ? [] : [apiKeys === 1 ? "one API key" : `${apiKeys} API keys`];
  const ways = [...keys, ...providers];
  if (ways.length === 0) return null;
  const listed = [ways.slice(0, -1).join(", "), ways.at(-1)].filter(Boolean).join(" and ");
  return `These still give access to your account: ${listed}. You can remove them in your settings.`;
}
