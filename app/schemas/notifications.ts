import { z } from "zod";
import {
  CHANNEL_NAMES,
  isAlwaysOn,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  NOTIFICATIONS,
} from "#app/lib/notifications.ts";
import { mapValues } from "#app/lib/objects.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { hasAnyField } from "#app/schemas/shared/partial.ts";
import { readJson } from "#app/schemas/shared/stored-json.ts";

export const NotificationChannels = z.object(mapValues(NOTIFICATION_CHANNELS, () => z.boolean()));

export const NotificationPreferences = z.object(mapValues(NOTIFICATION_KINDS, () => NotificationChannels));
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

export const NotificationsInput = z
  .object(mapValues(NOTIFICATION_KINDS, () => NotificationChannels.partial().optional()))
  .refine(hasAnyField, messages.profile.nothingToChange)
  .superRefine((input, context) => {
    for (const name of NOTIFICATIONS)
      for (const channel of CHANNEL_NAMES)
        if (isAlwaysOn(name, channel) && input[name]?.[channel] === false)
          context.addIssue({
            code: "custom",
            path: [name, channel],
            message: messages.notifications.securityStays,
          });
  });
export type NotificationsInput = z.infer<typeof NotificationsInput>;

/** The page's matrix. An unchecked box is not sent. */
export const NotificationsForm = z
  .looseObject({ intent: z.literal("notifications") })
  .transform(({ intent, ...boxes }) => {
    const input: NotificationPreferences = mapValues(NOTIFICATION_KINDS, (_kind, name) =>
      mapValues(
        NOTIFICATION_CHANNELS,
        (_channel, channel) => isAlwaysOn(name, channel) || `${name}-${channel}` in boxes,
      ),
    );
    return { intent, input };
  });

/** A channel that is newer than what is stored has its default. */
const StoredPreferences = z.object(
  mapValues(NOTIFICATION_KINDS, () => NotificationChannels.partial().optional()),
);

/** The stored preferences, with defaults for missing ones. */
export function readNotificationPreferences(stored: string | null): NotificationPreferences {
  const chosen = StoredPreferences.safeParse(readJson(stored) ?? {}).data;
  return mapValues(NOTIFICATION_KINDS, ({ defaults }, name) => ({ ...defaults, ...chosen?.[name] }));
}

/** The page of an email's unsubscribe link. */
export const UnsubscribeForm = z.object({ intent: z.literal("unsubscribe") });
