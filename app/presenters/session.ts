import { deviceName } from "#app/lib/user-agent.ts";
import type { Session } from "#app/models/session.server.ts";
import type { SessionResponse } from "#app/schemas/sessions.ts";

/** A signed-in device for its owner, without tokens. */
export function presentSession(session: Session, currentId: string | null): SessionResponse {
  return {
    id: session.id,
    device: deviceName(session.userAgent),
    ip: session.ip,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    isCurrent: session.id === currentId,
  };
}
