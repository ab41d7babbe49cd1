import { SupportAccess, User } from "#app/models/index.server.ts";
import { enterSupport } from "#app/services/admin/enter-support.server.ts";
import { asMember } from "#app/services/auth/sessions/member.server.ts";
import { findSession } from "#app/services/auth/sessions/sessions.server.ts";
import { allowSupport } from "#app/services/auth/sessions/support-access.server.ts";
import type { MemberAccess } from "#app/services/workspaces/access.server.ts";
import { createOwner, type Owner, signInAs, toAccess } from "../factories/index.ts";

/** The right of an administrator whom an owner lets help. @param lostRole what the administrator is by then */
export async function enterAsSupport(owner: Owner, lostRole?: { role: "user" }): Promise<MemberAccess> {
  const admin = await createOwner({ role: "admin" });
  await allowSupport({ access: toAccess(owner), actor: { user: owner, ip: null }, hours: 1 });
  const where = { workspaceId: owner.workspace.id, endedAt: null };
  const { id: accessId } = await SupportAccess.findOne({ where, rejectOnEmpty: true });
  const { sessionId } = await signInAs(admin);
  if (lostRole) await User.update(lostRole, { where: { id: admin.id } });
  await enterSupport({ actor: { user: admin, ip: null }, sessionId, userId: owner.id, accessId });
  const signedIn = await findSession({ sessionId });
  if (!signedIn) throw new Error("The session is gone.");
  return asMember(signedIn).access;
}
