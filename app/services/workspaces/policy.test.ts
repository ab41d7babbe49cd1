import { expect, test } from "vitest";
import { WORKSPACE_ROLES } from "#app/lib/domain.ts";
import { SCOPES } from "#app/schemas/scopes.ts";
import { isAllowed, isScope, needsProof, WORKSPACE_ACTIONS } from "./policy.ts";

test("a member who creates API keys may do what any of their scopes allows", () => {
  const makers = WORKSPACE_ROLES.filter((role) => isAllowed(role, "apiKeys:write"));
  expect(makers).toEqual(["owner", "manager"]);
  for (const role of makers) expect(SCOPES.filter((scope) => !isAllowed(role, scope))).toEqual([]);
});

test("an owner may do everything, and only an owner changes the workspace and its members and exports it", () => {
  expect(WORKSPACE_ACTIONS.filter((action) => !isAllowed("owner", action))).toEqual([]);
  for (const action of ["members:write", "workspace:write", "workspace:export"] as const)
    expect(WORKSPACE_ROLES.filter((role) => isAllowed(role, action))).toEqual(["owner"]);
});

test("checkers and support cannot export claims", () => {
  const roles = [...WORKSPACE_ROLES, "support"] as const;
  expect(roles.filter((role) => !isAllowed(role, "submissions:export"))).toEqual(["checker", "support"]);
});

test("every member creates workspaces of their own, and support none", () => {
  const roles = [...WORKSPACE_ROLES, "support"] as const;
  expect(roles.filter((role) => !isAllowed(role, "workspaces:create"))).toEqual(["support"]);
});

test("every member links a chat of their own, and support none", () => {
  const roles = [...WORKSPACE_ROLES, "support"] as const;
  expect(roles.filter((role) => !isAllowed(role, "chats:link"))).toEqual(["support"]);
});

test("owners and managers alone see the emails of members", () => {
  const roles = [...WORKSPACE_ROLES, "support"] as const;
  expect(roles.filter((role) => isAllowed(role, "members:emails"))).toEqual(["owner", "manager"]);
});

test("a viewer changes nothing", () => {
  const writes = WORKSPACE_ACTIONS.filter((action) => action.endsWith(":write"));
  expect(writes.filter((action) => isAllowed("viewer", action))).toEqual([]);
});

test("a checker changes nothing but claims and statements, and sees neither figures nor connections", () => {
  const actions = WORKSPACE_ACTIONS.filter((action) => isAllowed("checker", action));
  expect(actions).toEqual([
    "submissions:read",
    "submissions:write",
    "platforms:read",
    "deliveries:read",
    "statements:read",
    "statements:write",
    "evidence:read",
    "brokers:read",
    "doors:read",
    "doors:decide",
    "members:read",
    "workspaces:create",
    "chats:link",
  ]);
});

test("support neither sees nor changes brokers' links", () => {
  const roles = [...WORKSPACE_ROLES, "support"] as const;
  expect(roles.filter((role) => !isAllowed(role, "brokers:read"))).toEqual(["support"]);
  expect(roles.filter((role) => isAllowed(role, "brokers:write"))).toEqual(["owner", "manager"]);
});

test("support does not see what brokers say of claims", () => {
  const roles = [...WORKSPACE_ROLES, "support"] as const;
  expect(roles.filter((role) => !isAllowed(role, "evidence:read"))).toEqual(["support"]);
});

test("support neither sees who waits at doors of Telegram nor decides about them", () => {
  const roles = [...WORKSPACE_ROLES, "support"] as const;
  expect(roles.filter((role) => !isAllowed(role, "doors:read"))).toEqual(["support"]);
  expect(roles.filter((role) => isAllowed(role, "doors:decide"))).toEqual(["owner", "manager", "checker"]);
});

test("no key is allowed what only members may do", () => {
  expect(WORKSPACE_ACTIONS.filter((action) => !isScope(action))).toEqual([
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
  ]);
});

test("giving a role asks for a recent password, and taking rights away does not", () => {
  const asked = WORKSPACE_ROLES.map((role) => [
    role,
    needsProof(role),
    WORKSPACE_ROLES.filter((earlier) => needsProof(role, earlier)),
  ]);
  expect(asked).toEqual([
    ["owner", true, ["manager", "checker", "viewer"]],
    ["manager", true, ["checker", "viewer"]],
    ["checker", true, ["viewer"]],
    ["viewer", true, ["checker"]],
  ]);
});
