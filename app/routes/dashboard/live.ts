import { eventStream } from "remix-utils/sse/server";
import { anyone, getSession } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { isUserRole } from "#app/lib/domain.ts";
import { isId } from "#app/lib/ids.ts";
import { checkAccess, listenToAccess } from "#app/services/live/access-ends.server.ts";
import { listenToUnread } from "#app/services/live/unread-counts.server.ts";
import { listenToWorkspace } from "#app/services/live/workspace-changes.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

/** Proxies close a silent connection. */
const PING_MS = 25 * SECOND;

/** Streams new and changed claims, those after an event first, and the unread count, until the access ends. */
export const loader = page(anyone, async ({ request }) => {
  const signedIn = await getSession(request);
  // An EventSource does not reconnect after this status.
  if (!signedIn || !isUserRole(signedIn.user.role) || !isAllowed(signedIn.role, "submissions:read"))
    return new Response(null, { status: 204 });
  const { sessionId, user, workspace, role } = signedIn;
  const after = new URL(request.url).searchParams.get("after");
  const response = eventStream(request.signal, (sendEvent, close) => {
    const send = (change: object) => sendEvent({ data: JSON.stringify(change) });
    const stops = [
      listenToAccess({ sessionId, workspaceId: workspace.id, role, onEnd: close }),
      listenToWorkspace({
        workspaceId: workspace.id,
        userId: user.id,
        after: after !== null && isId(after) ? after : null,
        tell: (claims) => send({ claims }),
      }),
      listenToUnread({ userId: user.id, workspaceId: workspace.id }, send),
    ];
    const ping = setInterval(() => {
      sendEvent({ event: "ping", data: "" });
      checkAccess();
    }, PING_MS);
    return () => {
      clearInterval(ping);
      for (const stop of stops) stop();
    };
  });
  // A proxy that compresses would hold events back.
  response.headers.set("Cache-Control", "no-store, no-transform");
  return response;
});
