import type { MemberRole, WorkspaceRole } from "#app/lib/domain.ts";
import { SCOPES, type Scope } from "#app/schemas/scopes.ts";

/** The actions in a workspace: those that an API key can be allowed, then those only for members. */
export const WORKSPACE_ACTIONS = [
  ...SCOPES,
  "brokers:read",
  "doors:read",
  "doors:decide",
  "connections:read",
  "connections:write",
  "apiKeys:read",
  "apiKeys:write",
  "submissions:export",
  "views:share",
  "members:read",
  "members:emails",
  "members:write",
  "workspace:write",
  "workspace:export",
  "workspaces:create",
  "chats:link",
] as const;
export type WorkspaceAction = (typeof WORKSPACE_ACTIONS)[number];

/** Reviews claims and sees what was sent of them, and nothing else. */
const checker: WorkspaceAction[] = [
  "submissions:read",
  "submissions:write",
  "deliveries:read",
  "platforms:read",
  "statements:read",
  "statements:write",
  "evidence:read",
  "brokers:read",
  "doors:read",
  "doors:decide",
  "members:read",
  "workspaces:create",
  "chats:link",
];
/** Only reads. */
const reading: WorkspaceAction[] = [
  "submissions:read",
  "platforms:read",
  "settings:read",
  "deliveries:read",
  "statements:read",
  "evidence:read",
  "spend:read",
  "stats:read",
  "connections:read",
  "members:read",
];
const viewer: WorkspaceAction[] = [
  ...reading,
  "brokers:read",
  "doors:read",
  "submissions:export",
  "workspaces:create",
  "chats:link",
];
const manager: WorkspaceAction[] = [
  ...viewer,
  "submissions:write",
  "deliveries:write",
  "platforms:write",
  "brokers:write",
  "settings:write",
  "statements:write",
  "spend:write",
  "telegram:write",
  "doors:decide",
  "connections:write",
  "apiKeys:read",
  "apiKeys:write",
  "views:share",
  "members:emails",
];
const owner: WorkspaceAction[] = [...manager, "members:write", "workspace:write", "workspace:export"];

/**
 * No action that outlasts a support access: no keys, connections, brokers' links, linked chats, export or other
 * workspace, and no evidence from brokers and nobody at doors of Telegram.
 */
const support: WorkspaceAction[] = [
  ...reading.filter((action) => action !== "evidence:read"),
  "submissions:write",
  "deliveries:write",
  "platforms:write",
  "settings:write",
  "statements:write",
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

/**
 * Whether giving a role asks for a recent password, because what its holder reads, makes or gives outlasts a stolen
 * session. Nobody is asked who only takes rights away.
 */
export const needsProof = (role: MemberRole, earlier: MemberRole | null = null): boolean =>
  [...allowed[role]].some((action) => earlier === null || !isAllowed(earlier, action));

/** Whether an API key can be allowed an action. */
export function isScope(action: WorkspaceAction): action is Scope {
  return (SCOPES as readonly string[]).includes(action);
}
