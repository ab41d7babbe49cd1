import type { NotificationName } from "#app/lib/notifications.ts";
import { readUnsubscribeToken } from "#app/services/mail/unsubscribe-links.server.ts";
import { updateNotifications } from "./update-account.server.ts";

/**
 * Switches off the emails of a link's kind, for whoever has the link.
 * @throws {NotFound} for an invalid link
 */
export async function unsubscribe(token: string): Promise<NotificationName> {
  const { userId, kind } = readUnsubscribeToken(token);
  await updateNotifications({ userId, input: { [kind]: { email: false } } });
  return kind;
}
