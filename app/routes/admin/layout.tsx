import { Outlet, useLoaderData } from "@remix-run/react";
import { SessionKeeper } from "#app/components/auth/session-keeper.tsx";
import { AdminFrame } from "#app/components/layout/admin-frame.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { useRegionalFormats } from "#app/components/layout/regional-formats.ts";
import { useBrandName } from "#app/components/layout/root-data.ts";
import { SiteFooter } from "#app/components/layout/site-footer.tsx";
import { SupportNote } from "#app/components/layout/support-note.tsx";
import { requireAdmin } from "#app/http/auth/guards.server.ts";
import { toErrorResponse } from "#app/http/error-responses.server.ts";
import { page } from "#app/http/page.server.ts";
import { formatsOf } from "#app/lib/formats-scope.server.ts";
import { toSupportNote } from "#app/presenters/support-note.ts";
import { countUnhandled } from "#app/services/admin/contact-inbox.server.ts";
import { isNearExpiry, renewSession } from "#app/services/auth/sessions/renew-session.server.ts";

export const handle: PageHandle = { isUnlisted: true };

export { action } from "./reject-post.server.ts";

export const loader = page(requireAdmin, async ({ context, member }) => {
  const { user, workspace, sessionId, supportAccess, ...session } = member;
  const expiresAt = (isNearExpiry(session) && (await renewSession(sessionId))) || session.expiresAt;
  // Without the count, the frame is still shown.
  const messages = await countUnhandled().catch((error: unknown) => {
    toErrorResponse(error, context.requestId);
    return 0;
  });
  return {
    user: { name: user.name, email: user.email },
    openCounts: { messages },
    sessionEndsInMs: expiresAt.getTime() - Date.now(),
    timeZone: workspace.timeZone,
    formats: formatsOf(workspace),
    now: new Date().toISOString(),
    supportNote: toSupportNote(supportAccess, null),
  };
});

export default function AdminLayout() {
  const { user, openCounts, sessionEndsInMs, timeZone, formats, now, supportNote } =
    useLoaderData<typeof loader>();
  useRegionalFormats(formats);
  const brandName = useBrandName();
  return (
    <>
      <SessionKeeper endsInMs={sessionEndsInMs} />
      <AdminFrame
        brandName={brandName}
        user={user}
        openCounts={openCounts}
        note={<SupportNote note={supportNote} timeZone={timeZone} now={now} />}
      >
        <Outlet />
      </AdminFrame>
      <SiteFooter brandName={brandName} isWide>
        <span>Times in {timeZone}</span>
      </SiteFooter>
    </>
  );
}
