import type { WorkspaceRole } from "#app/lib/domain.ts";
import { SCOPES, type Scope } from "#app/schemas/scopes.ts";

/** What can be done in a workspace: what an API key can be allowed, and what only members can. */
export const WORKSPACE_ACTIONS = [
  ...SCOPES,
  "connections:read",
  "connections:write",
  "apiKeys:read",
  "apiKeys:write",
  "views:share",
  "members:read",
  "members:write",
  "workspace:write",
  "workspace:export",
] as const;
export type WorkspaceAction = (typeof WORKSPACE_ACTIONS)[number];

/** Reviews claims, and nothing else. */
const checker: WorkspaceAction[] = [
  "submissions:read",
  "submissions:write",
  "deliveries:read",
  "deliveries:write",
  "platforms:read",
  "members:read",
];
/** Reads. */
const viewer: WorkspaceAction[] = [
  "submissions:read",
  "platforms:read",
  "settings:read",
  "deliveries:read",
  "stats:read",
  "connections:read",
  "members:read",
];
const manager: WorkspaceAction[] = [
  ...viewer,
  "submissions:write",
  "deliveries:write",
  "platforms:write",
  "settings:write",
  "connections:write",
  "apiKeys:read",
  "apiKeys:write",
  "views:share",
];
const owner: WorkspaceAction[] = [...manager, "members:write", "workspace:write", "workspace:export"];

/** Nothing that outlasts a support access: no keys, no connections, no export. */
const support: WorkspaceAction[] = [
  ...viewer,
  "submissions:write",
  "deliveries:write",
  "platforms:write",
  "settings:write",
];

const allowed: Record<WorkspaceRole, ReadonlySet<WorkspaceAction>> = {
  viewer: new Set(viewer),
  support: new Set(support),
  checker: new Set(checker),
  manager: new Set(manager),
  owner: new Set(owner),
};

/** The policy of pages and /api: which role may do what. */
export function isAllowed(role: WorkspaceRole, action: WorkspaceAction): boolean {
  return allowed[role].has(action);
}

/** Whether an API key can be allowed an action. */
export function isScope(action: WorkspaceAction): action is Scope {
  return (SCOPES as readonly string[]).includes(action);
}
