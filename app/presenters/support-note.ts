import type { SupportAccess } from "#app/models/support-access.server.ts";

/** The note for the administrator who works in a workspace, or for its members while somebody does. */
export function toSupportNote(
  used: SupportAccess | null,
  allowed: { access: SupportAccess; isInUse: boolean } | null,
): { workspaceName: string | null; until: string } | null {
  if (used) return { workspaceName: used.workspace?.name ?? "", until: used.expiresAt.toISOString() };
  if (allowed?.isInUse) return { workspaceName: null, until: allowed.access.expiresAt.toISOString() };
  return null;
}
