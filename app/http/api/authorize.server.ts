import { authenticate, type Caller } from "#app/http/auth/authentication.server.ts";
import type { ApiRequest } from "#app/http/forms/read-body.server.ts";
import { USER_ROLES } from "#app/lib/domain.ts";
import { Forbidden, NotFound, Unauthenticated } from "#app/lib/errors.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { asMember, type Member } from "#app/services/auth/sessions/member.server.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import { recordSupportChange } from "#app/services/auth/sessions/support-access.server.ts";
import { type Access, grantKeyAccess } from "#app/services/workspaces/access.server.ts";
import { isAllowed, isScope, type WorkspaceAction } from "#app/services/workspaces/policy.ts";
import type { AnyOperation } from "./operation.ts";

/** Who calls, and the right that services demand. */
export type AuthorizedCaller = Caller<Member> & { access: Access };

/**
 * Who calls, if the operation is theirs.
 * @throws {Unauthenticated}
 * @throws {Forbidden} `scope_missing`, `role_refused`, `reauthentication_required`
 */
export async function authorize(operation: AnyOperation, request: ApiRequest): Promise<AuthorizedCaller> {
  const caller = await authenticate(request.header);
  if (!caller) throw new Unauthenticated();
  const { action, memberAction = action } = operation;
  const isHidden = isOfAdministration(operation);
  if (!caller.session) {
    if (isHidden) throw new NotFound("Address");
    const scope = action && isScope(action) ? action : null;
    if (scope && caller.scopes.includes(scope)) {
      const { workspace, keyId } = caller;
      return { ...caller, access: grantKeyAccess({ workspaceId: workspace.id, keyId }) };
    }
    throw new Forbidden(
      "scope_missing",
      scope ? `This key lacks the scope ${scope}.` : "This call is closed to API keys.",
    );
  }
  if (memberAction && !isAllowed(caller.role, memberAction))
    throw new Forbidden("role_refused", messages.workspaces.roleRefused);
  if (!(operation.roles ?? USER_ROLES).includes(caller.user.role)) {
    // Others must not learn that the call exists.
    if (isHidden) throw new NotFound("Address");
    throw new Forbidden("role_refused", messages.auth.roleUnknown);
  }
  if (operation.needsRecentAuthentication && !isRecentlyAuthenticated(caller.session)) {
    throw new Forbidden("reauthentication_required", messages.auth.proofNeeded);
  }
  if (caller.session.supportAccess && request.method !== "GET" && request.method !== "HEAD")
    await recordSupportChange({
      actor: { user: caller.user, ip: request.clientAddress || null },
      accessId: caller.session.supportAccess.id,
      request,
    });
  const session = asMember(caller.session);
  return { ...caller, session, access: session.access };
}

/** Whether a caller may do another action of the workspace too, such as read figures beside what a call gives. */
export function isAllowedTo(caller: Caller | null, action: WorkspaceAction): boolean {
  if (!caller) return false;
  return caller.scopes ? isScope(action) && caller.scopes.includes(action) : isAllowed(caller.role, action);
}

/** Calls of administration, which only administrators can see. */
export const isOfAdministration = ({ path }: Pick<AnyOperation, "path">): boolean =>
  path.startsWith("/api/admin/");
