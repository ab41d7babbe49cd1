import { retryRead } from "#app/database/connection.server.ts";
import { TelegramStart } from "#app/models/index.server.ts";
import { isClick, type KeptVisit } from "#app/services/submissions/kept-visits.server.ts";
import { readContinuedVisit } from "./take-start.server.ts";

/** The visit of a chat, with the clicks that led there. */
export async function findVisitOfChat(
  workspaceId: string,
  visitId: string,
): Promise<{ visitId: string; clicks: KeptVisit[] }> {
  const start = await retryRead(() => TelegramStart.findOne({ where: { workspaceId, visitId } }));
  const clicks = start ? readContinuedVisit({ start, isOwn: true }).entry.visits.filter(isClick) : [];
  return { visitId, clicks };
}
