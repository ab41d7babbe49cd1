import { addYears } from "date-fns";
import { endOfDay } from "#app/lib/date-range.ts";
import { dayIn } from "#app/lib/dates.ts";
import { Invalid } from "#app/lib/errors.ts";
import { presentAdminUser, presentGrant } from "#app/presenters/admin.ts";
import { presentSession } from "#app/presenters/session.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { getUser } from "#app/services/admin/list-users.server.ts";
import { findObjection } from "#app/services/admin/may-manage.server.ts";
import { listGrants } from "#app/services/admin/subscriptions.server.ts";
import { listSessions } from "#app/services/auth/sessions/list-sessions.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { listSupportAccesses } from "#app/services/auth/sessions/support-access.server.ts";
import { countVerifiedOfMonth } from "#app/services/workspaces/plan-usage.server.ts";

/** Everything that the page of one user shows. @throws {NotFound} */
export async function loadUserPage(admin: Member, userId: string) {
  const listed = await getUser(userId);
  const [sessions, grants, accesses, used] = await Promise.all([
    listSessions(userId),
    listGrants(listed.workspace.id),
    listSupportAccesses(userId),
    countVerifiedOfMonth(listed.workspace),
  ]);
  return {
    user: presentAdminUser(listed),
    objection: findObjection(admin.user, listed.user)?.message ?? null,
    canChangeRole: admin.user.role === "superadmin",
    sessions: sessions.map((session) => ({ ...presentSession(session, null), ip: null })),
    grants: grants.map(presentGrant),
    support:
      userId === admin.user.id
        ? []
        : accesses.map(({ id, workspace, expiresAt }) => ({
            id,
            workspaceName: workspace?.name ?? "",
            until: expiresAt.toISOString(),
          })),
    used,
    now: new Date().toISOString(),
    timeZone: admin.workspace.timeZone,
  };
}

/**
 * When a plan ends whose last day was chosen; null for an open end.
 * @throws {Invalid} for a day that is over or more than ten years away
 */
export function readLastDay(day: string | undefined, timeZone: string): Date | null {
  if (day === undefined) return null;
  const now = new Date();
  const refuse = (message: string) => new Invalid([{ field: "endsOn", message }]);
  if (day < dayIn(timeZone, now)) throw refuse(messages.admin.endPast);
  if (day > dayIn(timeZone, addYears(now, 10))) throw refuse(messages.admin.endFar);
  return endOfDay(day, timeZone);
}
