import { z } from "zod";
import { INVITED_ROLES, type InvitedRole, type MemberRole, WORKSPACE_ROLES } from "#app/lib/domain.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { Email } from "#app/schemas/shared/email.ts";
import { NAME_MAX, TOKEN_MAX } from "#app/schemas/shared/limits.ts";
import { createNameSchema } from "#app/schemas/shared/name.ts";
import { Id } from "#app/schemas/shared/params.ts";

const { team } = messages;

export const ROLE_NAMES: Record<MemberRole, string> = {
  owner: "Owner",
  manager: "Manager",
  checker: "Checker",
  viewer: "Viewer",
};
/** What somebody invited with each role may do. */
export const ROLE_TEXTS: Record<InvitedRole, string> = {
  manager: "Manager: everything but team, currency, time zone and export",
  checker: "Checker: reviews claims, nothing else",
  viewer: "Viewer: sees everything, changes nothing",
};

/** What somebody is invited to do, before "Casa Trading's claims". */
const INVITED_TO: Record<InvitedRole, string> = { manager: "manage", checker: "check", viewer: "view" };

export type InvitationNames = { invitedBy: string | null; workspaceName: string; role: InvitedRole };

/** "Iria Vázquez invited you to check Casa Trading's claims." A workspace may have its owner's name. */
export function describeInvitation({ invitedBy, workspaceName, role }: InvitationNames): string {
  const whose =
    workspaceName === invitedBy ? "their" : `${workspaceName}${/s$/i.test(workspaceName) ? "'" : "'s"}`;
  return `${invitedBy ?? "Someone"} invited you to ${INVITED_TO[role]} ${whose} claims.`;
}

export const WorkspaceInput = z.object({ name: createNameSchema(team.nameRequired) });
export const MemberInput = z.object({ role: z.enum(WORKSPACE_ROLES, team.roleUnknown) });
export const InvitationInput = z.object({ email: Email, role: z.enum(INVITED_ROLES, team.roleUnknown) });
/** What else ends with a membership. */
export const RemovalQuery = z.object({
  revokeKeys: z
    .enum(["true", "false"])
    .default("false")
    .describe("Whether the API keys that the member created in this workspace are revoked too"),
});
export const TransferInput = z.object({ userId: Id });
export const AcceptInput = z.object({ token: z.string().max(TOKEN_MAX) });

export const TeamForm = z.discriminatedUnion("intent", [
  InvitationInput.extend({ intent: z.literal("invite") }),
  z.object({ intent: z.literal("resend"), invitationId: Id }),
  z.object({ intent: z.literal("revoke"), invitationId: Id }),
  MemberInput.extend({ intent: z.literal("role"), userId: Id }),
  z.object({ intent: z.literal("remove"), userId: Id, revokeKeys: z.boolean().default(false) }),
  TransferInput.extend({ intent: z.literal("transfer") }),
  z.object({ intent: z.literal("leave") }),
  WorkspaceInput.extend({ intent: z.literal("rename") }),
  WorkspaceInput.extend({ intent: z.literal("create") }),
]);

/** What was chosen before the password was required. */
export const TeamDraft = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("invite"), email: z.string(), role: z.enum(INVITED_ROLES) }),
  z.object({ intent: z.literal("role"), userId: z.string(), role: z.enum(WORKSPACE_ROLES) }),
  z.object({ intent: z.literal("transfer"), userId: z.string() }),
]);
export type TeamDraft = z.infer<typeof TeamDraft>;

/** The name is typed to confirm; the id is that of the page, which another tab may have left. */
export const DeleteWorkspaceForm = z.object({
  intent: z.literal("delete"),
  workspaceId: Id,
  name: z.string(team.typeName).trim().max(NAME_MAX, team.typeName),
});

export const SwitchForm = z.object({ intent: z.literal("switch"), workspaceId: Id });

/** Of the page of an invitation's link, and of the overview, which names the invitation. */
export const InvitationForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("accept"), invitationId: Id.optional() }),
  z.object({ intent: z.literal("decline"), invitationId: Id.optional() }),
]);

const workspaceId = Id.describe("The workspace's id");
export const WorkspaceParams = z.object({ id: workspaceId });
export const MemberParams = z.object({
  id: workspaceId,
  userId: Id.describe("The member's user id"),
});
export const InvitationParams = z.object({
  id: workspaceId,
  invitationId: Id.describe("The invitation's id"),
});

export const WorkspaceResponse = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(WORKSPACE_ROLES).describe("The caller's"),
  createdAt: z.iso.datetime(),
});
export type WorkspaceResponse = z.infer<typeof WorkspaceResponse>;

export const MemberResponse = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string().nullable().describe("Null for a caller who is neither owner nor manager"),
  role: z.enum(WORKSPACE_ROLES),
  isActive: z.boolean().describe("Whether the account can sign in"),
  joinedAt: z.iso.datetime(),
});
export type MemberResponse = z.infer<typeof MemberResponse>;

export const InvitationResponse = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(INVITED_ROLES),
  invitedBy: z.string().nullable().describe("The name of who invited"),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type InvitationResponse = z.infer<typeof InvitationResponse>;
