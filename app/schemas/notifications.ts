import { z } from "zod";
import type { NotificationName } from "#app/lib/domain.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { hasAnyField } from "#app/schemas/shared/partial.ts";
import { readJson } from "#app/schemas/shared/stored-json.ts";

const Channels = z.object({ email: z.boolean(), inApp: z.boolean() });

export const NotificationPreferences = z.object({
  newSubmission: Channels,
  statementDue: Channels,
  deliveryFailed: Channels,
  campaignCost: Channels,
  weeklySummary: Channels,
  productNews: Channels,
  security: Channels,
});
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

const SomeChannels = Channels.partial().optional();

export const NotificationsInput = z
  .object({
    newSubmission: SomeChannels,
    statementDue: SomeChannels,
    deliveryFailed: SomeChannels,
    campaignCost: SomeChannels,
    weeklySummary: SomeChannels,
    productNews: SomeChannels,
    security: SomeChannels,
  })
  .refine(hasAnyField, messages.profile.nothingToChange)
  .refine(({ security }) => security?.email !== false, {
    path: ["security", "email"],
    message: messages.notifications.securityStays,
  });
export type NotificationsInput = z.infer<typeof NotificationsInput>;

/** The page's matrix. An unchecked box is not sent. */
export const NotificationsForm = z
  .looseObject({ intent: z.literal("notifications") })
  .transform(({ intent, ...boxes }) => {
    const channels = (name: NotificationName) => ({
      email: `${name}-email` in boxes,
      inApp: `${name}-inApp` in boxes,
    });
    const input: NotificationPreferences = {
      newSubmission: channels("newSubmission"),
      statementDue: channels("statementDue"),
      deliveryFailed: channels("deliveryFailed"),
      campaignCost: channels("campaignCost"),
      weeklySummary: channels("weeklySummary"),
      productNews: channels("productNews"),
      security: { ...channels("security"), email: true },
    };
    return { intent, input };
  });

/** The defaults: what needs attention, and security. */
const DEFAULTS: NotificationPreferences = {
  newSubmission: { email: false, inApp: true },
  statementDue: { email: true, inApp: true },
  deliveryFailed: { email: true, inApp: true },
  campaignCost: { email: true, inApp: true },
  weeklySummary: { email: true, inApp: false },
  productNews: { email: false, inApp: false },
  security: { email: true, inApp: true },
};

const StoredPreferences = NotificationPreferences.partial();

/** The stored preferences, with defaults for missing ones. */
export function readNotificationPreferences(stored: string | null): NotificationPreferences {
  const parsed = StoredPreferences.safeParse(readJson(stored) ?? {});
  return { ...DEFAULTS, ...(parsed.success ? parsed.data : {}) };
}

/** The page of an email's unsubscribe link. */
export const UnsubscribeForm = z.object({ intent: z.literal("unsubscribe") });
