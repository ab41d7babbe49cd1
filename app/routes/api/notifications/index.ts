import { z } from "zod";
import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { NotificationResponse, NotificationsQuery } from "#app/schemas/notification-list.ts";
import { PaginationResponse } from "#app/schemas/shared/query.ts";
import { listNotifications } from "#app/services/notifications/read-notifications.server.ts";

const handle = endpoint(
  get({
    path: "/api/notifications",
    summary: "List your notifications, the latest first",
    description:
      "Notifications are the user's own, of the workspace that the call is made in and of the account. Events of one type within ten minutes are one notification, with a count.",
    auth: "user",
    query: NotificationsQuery,
    response: z.object({
      notifications: z.array(NotificationResponse),
      unread: z.number().int().describe("How many of all are unread"),
      pagination: PaginationResponse,
    }),
    run: ({ user, workspace, query }) => listNotifications({ userId: user.id, workspace, query }),
  }),
);

export const loader = handle;
export const action = handle;
