import { z } from "zod";
import { messages } from "./messages/index.ts";
import { NotificationsForm } from "./notifications.ts";
import { TelegramDeskForm } from "./telegram.ts";

/** So many bytes as base64url, as a browser writes keys. */
const key = (bytes: number) =>
  z
    .string()
    .max(100)
    .refine((text) => Buffer.from(text, "base64url").length === bytes);

/** What a browser says about itself when it subscribes. */
export const PushSubscriptionInput = z.object({
  endpoint: z.url({ protocol: /^https?$/, error: messages.notifications.pushRefused }).max(2_000),
  p256dh: key(65),
  auth: key(16),
});
export type PushSubscriptionInput = z.infer<typeof PushSubscriptionInput>;

/** The forms of the notification settings. */
export const NotificationSettingsForm = z.union([
  NotificationsForm,
  PushSubscriptionInput.extend({ intent: z.literal("push-on") }),
  z.object({ intent: z.literal("push-off"), subscriptionId: z.string() }),
  ...TelegramDeskForm.options,
]);

export type PushDevice = { id: string; device: string; createdAt: string; isCurrent: boolean };
