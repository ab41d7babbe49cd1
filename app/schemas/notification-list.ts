import { z } from "zod";
import { NOTIFICATION_TYPES, NOTIFICATIONS } from "#app/lib/notifications.ts";
import { getKeys } from "#app/lib/objects.ts";
import { emptyAsMissing, paging } from "#app/schemas/shared/query.ts";

export const NotificationsQuery = z.object({
  ...paging,
  kind: emptyAsMissing(z.enum(NOTIFICATIONS, "Please choose a valid kind")).describe(
    "What people switch on and off, such as deliveryFailed",
  ),
  state: emptyAsMissing(z.enum(["unread"], "Please choose a valid state")).describe("Only unread ones"),
});
export type NotificationsQuery = z.infer<typeof NotificationsQuery>;

export const NotificationResponse = z.object({
  id: z.string(),
  kind: z.enum(NOTIFICATIONS),
  type: z.enum(getKeys(NOTIFICATION_TYPES)),
  title: z.string(),
  text: z.string(),
  href: z.string().describe("The page where its reader can act"),
  count: z.number().int().describe("How many events it stands for"),
  readAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().describe("When the last event was added"),
});
export type NotificationResponse = z.infer<typeof NotificationResponse>;

const until = z.iso.datetime().transform((at) => new Date(at));

export const ReadAllQuery = z.object({
  until: emptyAsMissing(until).describe("What came after this time stays unread"),
});

/** The forms of the page of notifications. */
export const ReadForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("read"), id: z.string() }),
  z.object({
    intent: z.literal("read-all"),
    until,
    kind: emptyAsMissing(z.enum(NOTIFICATIONS)).describe("Only those that the list shows"),
  }),
]);
