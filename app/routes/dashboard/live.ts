import { eventStream } from "remix-utils/sse/server";
import { anyone, readSession } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { isUserRole } from "#app/lib/domain.ts";
import { listenToUnread } from "#app/services/live/unread-counts.server.ts";
import { listenToWorkspace } from "#app/services/live/workspace-changes.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

const CHECK_MS = 30 * SECOND;
/** Proxies close a silent connection. */
const PING_MS = 25 * SECOND;

/** Streams new and changed claims and the unread count, until the session ends or the role changes. */
export const loader = page(anyone, async ({ request }) => {
  const find = async () => {
    const signedIn = await readSession(request);
    if (!signedIn || !isUserRole(signedIn.user.role)) return null;
    return isAllowed(signedIn.role, "submissions:read") ? signedIn : null;
  };
  const signedIn = await find();
  // An EventSource does not reconnect after this status.
  if (!signedIn) return new Response(null, { status: 204 });
  const { user, workspace, role } = signedIn;
  const response = eventStream(request.signal, (sendEvent, close) => {
    const send = (change: object) => sendEvent({ data: JSON.stringify(change) });
    const stopListening = listenToWorkspace({
      workspaceId: workspace.id,
      userId: user.id,
      tell: (claims) => send({ claims }),
    });
    const stopCounting = listenToUnread({ userId: user.id, workspaceId: workspace.id }, (unread) =>
      send({ unread }),
    );
    const ping = setInterval(() => sendEvent({ event: "ping", data: "" }), PING_MS);
    const check = setInterval(async () => {
      const now = await find().catch(() => undefined);
      // A short database failure does not end the stream.
      if (now === undefined) return;
      if (now?.workspace.id !== workspace.id || now.role !== role) close();
    }, CHECK_MS);
    return () => {
      clearInterval(ping);
      clearInterval(check);
      stopListening();
      stopCounting();
    };
  });
  // A proxy that compresses would hold events back.
  response.headers.set("Cache-Control", "no-store, no-transform");
  return response;
});
