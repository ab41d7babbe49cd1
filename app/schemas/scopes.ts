/** API key scopes. An operation without a scope is closed to keys. */
export const SCOPES = [
  "submissions:read",
  "submissions:write",
  "platforms:read",
  "platforms:write",
  "brokers:write",
  "settings:read",
  "settings:write",
  "deliveries:read",
  "deliveries:write",
  "statements:read",
  "statements:write",
  "evidence:read",
  "telegram:write",
  "spend:read",
  "spend:write",
  "stats:read",
] as const;
export type Scope = (typeof SCOPES)[number];
