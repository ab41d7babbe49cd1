import { config } from "#app/env.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { isAlwaysOn, NOTIFICATIONS, type NotificationName } from "#app/lib/notifications.ts";
import { isSignature, sign } from "#app/lib/secrets.server.ts";
import { paths } from "#app/paths.ts";
import { type MailType, UNSUBSCRIBABLE } from "./mail-types.ts";

/** The address that stops emails of a kind without signing in; null for those about security. */
export function unsubscribeUrlFor(userId: string | null, mailType: MailType): string | null {
  const kinds: Partial<Record<MailType, NotificationName>> = UNSUBSCRIBABLE;
  const kind = kinds[mailType];
  return kind && userId ? config.publicUrl + paths.unsubscribe({ token: createToken(userId, kind) }) : null;
}

const createToken = (userId: string, kind: NotificationName) =>
  `${userId}.${kind}.${sign("unsubscribe", `${userId}.${kind}`)}`;

/**
 * The account and the kind of a link. It stays valid: an old email must not be harder to stop.
 * @throws {NotFound} for an invalid one
 */
export function readUnsubscribeToken(token: string): { userId: string; kind: NotificationName } {
  const [userId = "", name = "", signature = ""] = token.split(".");
  const kind = NOTIFICATIONS.find((known) => known === name);
  const isValid = isId(userId) && isSignature("unsubscribe", `${userId}.${name}`, signature);
  if (!kind || isAlwaysOn(kind, "email") || !isValid) throw new NotFound("Link");
  return { userId, kind };
}
