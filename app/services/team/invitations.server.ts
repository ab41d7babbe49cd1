import { type Transaction, UniqueConstraintError } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { config } from "#app/env.server.ts";
import { DAY } from "#app/lib/dates.ts";
import type { InvitedRole } from "#app/lib/domain.ts";
import { normalizeEmail, toEmailKey } from "#app/lib/email-address.ts";
import { Conflict, Forbidden, NotFound } from "#app/lib/errors.ts";
import { newToken, sha256 } from "#app/lib/random.server.ts";
import { User, type Workspace, WorkspaceInvitation, WorkspaceMember } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { INVITATIONS_MAX } from "#app/schemas/shared/limits.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { assertAccess, changeWorkspace, type MemberAccess } from "#app/services/workspaces/access.server.ts";
import { needsProof } from "#app/services/workspaces/policy.ts";

const LIFETIME_MS = 7 * DAY;

const byWhom = { model: User, as: "invitedBy", attributes: ["id", "name"] };

/** A workspace's invitations, those that have expired included, the newest first. */
export function listInvitations(workspaceId: string): Promise<WorkspaceInvitation[]> {
  return retryRead(() =>
    WorkspaceInvitation.findAll({
      where: { workspaceId },
      include: [byWhom],
      order: [
        ["createdAt", "DESC"],
        ["id", "DESC"],
      ],
    }),
  );
}

type NewInvitation = {
  access: MemberAccess;
  invitedBy: Pick<User, "id" | "email" | "name">;
  input: { email: string; role: InvitedRole };
  /** Whether the last authentication is recent. */
  isProven: boolean;
};

/**
 * Invites an email and sends it the link. It never reveals whether the email has an account.
 * @throws {Forbidden} `reauthentication_required`
 * @throws {Conflict} `already_member`, `already_invited`, `too_many_invitations`
 */
export async function invite({
  access,
  invitedBy,
  input,
  isProven,
}: NewInvitation): Promise<WorkspaceInvitation> {
  const emailKey = toEmailKey(input.email);
  const now = new Date();
  const token = newToken();
  try {
    return await changeWorkspace(access, "members:write", async (workspace, transaction) => {
      const workspaceId = workspace.id;
      if (needsProof(input.role) && !isProven)
        throw new Forbidden("reauthentication_required", messages.auth.proofNeeded);
      if (await isMember({ workspaceId, emailKey }, transaction))
        throw new Conflict("already_member", messages.team.alreadyMember, "email");
      if ((await WorkspaceInvitation.count({ where: { workspaceId }, transaction })) >= INVITATIONS_MAX)
        throw new Conflict("too_many_invitations", messages.team.tooManyInvitations);
      const invitation = await WorkspaceInvitation.create(
        {
          workspaceId,
          email: normalizeEmail(input.email),
          emailKey,
          role: input.role,
          tokenHash: sha256(token),
          invitedByUserId: invitedBy.id,
          createdAt: now,
          expiresAt: new Date(now.getTime() + LIFETIME_MS),
        },
        { transaction },
      );
      await sendInvitation({ invitation, token, invitedBy, workspace }, transaction);
      return invitation;
    });
  } catch (error) {
    if (!(error instanceof UniqueConstraintError)) throw error;
    throw new Conflict("already_invited", messages.team.alreadyInvited, "email");
  }
}

async function isMember(
  { workspaceId, emailKey }: { workspaceId: string; emailKey: string },
  transaction: Transaction,
): Promise<boolean> {
  const user = await User.findOne({ where: { emailKey }, attributes: ["id"], transaction });
  if (!user) return false;
  const where = { workspaceId, userId: user.id };
  return (await WorkspaceMember.count({ where, transaction })) > 0;
}

type Invited = {
  invitation: WorkspaceInvitation;
  token: string;
  invitedBy: Pick<User, "email" | "name">;
  workspace: Pick<Workspace, "name">;
};

function sendInvitation(
  { invitation: { email, role }, token, invitedBy, workspace }: Invited,
  transaction: Transaction,
): Promise<void> {
  const props = {
    inviterEmail: invitedBy.email,
    link: config.publicUrl + paths.invitation({ token }),
    names: { invitedBy: invitedBy.name, workspaceName: workspace.name, role },
  };
  return queueMail({ kind: "invitation", to: email, userId: null, props }, transaction);
}

type InvitationKey = { access: MemberAccess; invitationId: string };

/**
 * Sends an invitation again, with a new link that is valid for seven days. The earlier link ends.
 * @throws {NotFound} also for one that was used or revoked meanwhile
 */
export async function resendInvitation({
  access,
  invitationId,
  invitedBy,
}: InvitationKey & { invitedBy: Pick<User, "id" | "email" | "name"> }): Promise<WorkspaceInvitation> {
  const token = newToken();
  return changeWorkspace(access, "members:write", async (workspace, transaction) => {
    const invitation = await WorkspaceInvitation.findOne({
      where: { id: invitationId, workspaceId: workspace.id },
      transaction,
    });
    if (!invitation) throw new NotFound("Invitation");
    const expiresAt = new Date(Date.now() + LIFETIME_MS);
    await invitation.update(
      { tokenHash: sha256(token), expiresAt, invitedByUserId: invitedBy.id },
      { transaction },
    );
    await sendInvitation({ invitation, token, invitedBy, workspace }, transaction);
    return invitation;
  });
}

/** Ends an invitation. @throws {NotFound} */
export async function revokeInvitation({ access, invitationId }: InvitationKey): Promise<void> {
  const { workspaceId } = access;
  const count = await inTransaction(async (transaction) => {
    await assertAccess(access, "members:write", transaction);
    return WorkspaceInvitation.destroy({ where: { id: invitationId, workspaceId }, transaction });
  });
  if (count === 0) throw new NotFound("Invitation");
}
