import type { MemberRole } from "#app/lib/domain.ts";
import type { Workspace } from "#app/models/workspace.server.ts";
import type { WorkspaceInvitation } from "#app/models/workspace-invitation.server.ts";
import type { WorkspaceMember } from "#app/models/workspace-member.server.ts";
import type {
  InvitationNames,
  InvitationResponse,
  MemberResponse,
  WorkspaceResponse,
} from "#app/schemas/team.ts";

type Membership = { workspace: Workspace; role: MemberRole };

export const presentWorkspace = ({ workspace, role }: Membership): WorkspaceResponse => ({
  id: workspace.id,
  name: workspace.name,
  role,
  createdAt: workspace.createdAt.toISOString(),
});

export const presentMember = ({ userId, role, createdAt, user }: WorkspaceMember): MemberResponse => ({
  userId,
  name: user?.name ?? "",
  email: user?.email ?? null,
  role,
  isActive: user?.isActive ?? false,
  joinedAt: createdAt.toISOString(),
});

export const presentInvitation = (invitation: WorkspaceInvitation): InvitationResponse => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  invitedBy: invitation.invitedBy?.name || null,
  createdAt: invitation.createdAt.toISOString(),
  expiresAt: invitation.expiresAt.toISOString(),
});

/** Who invites to which workspace, in which role. */
export const toInvitationNames = ({ invitedBy, workspace, role }: WorkspaceInvitation): InvitationNames => ({
  invitedBy: invitedBy?.name || null,
  workspaceName: workspace?.name ?? "",
  role,
});
