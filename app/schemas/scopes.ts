/** What an API key may be allowed. A call that names none of these is closed to keys. */
export const SCOPES = [
  "submissions:read",
  "submissions:write",
  "platforms:read",
  "platforms:write",
  "settings:read",
  "settings:write",
  "deliveries:read",
  "deliveries:write",
  "stats:read",
] as const;
export type Scope = (typeof SCOPES)[number];
