import { grantAccess, type MemberAccess } from "#app/services/workspaces/access.server.ts";
import type { SignedInAccount } from "./sessions.server.ts";

declare const isChecked: unique symbol;

/** A signed-in account that a guard, or the authorization of an API call, has let through. */
export type Member = SignedInAccount & { readonly access: MemberAccess; readonly [isChecked]: true };

/** Call this after the session, the roles and the limits were checked. */
export function asMember(signedIn: SignedInAccount): Member {
  const { user, workspace, role, supportAccess } = signedIn;
  // With a support access, an administrator can also work in a workspace of their own.
  const supportAccessId = role === "support" ? (supportAccess?.id ?? null) : null;
  const access = grantAccess({ workspaceId: workspace.id, userId: user.id, supportAccessId });
  return { ...signedIn, access } as Member;
}
