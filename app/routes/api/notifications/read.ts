import { z } from "zod";
import { endpoint, patch } from "#app/http/api/endpoint.server.ts";
import { NotificationResponse } from "#app/schemas/notification-list.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { readNotification } from "#app/services/notifications/read-notifications.server.ts";

const handle = endpoint(
  patch({
    path: "/api/notifications/{id}/read",
    summary: "Mark a notification as read",
    description: "A notification that is read already stays as it is.",
    auth: "user",
    params: idParams("notification"),
    response: z.object({ notification: NotificationResponse }),
    errors: { 404: ["not_found"] },
    run: async ({ user, workspace, params }) => ({
      notification: await readNotification({ userId: user.id, workspace, notificationId: params.id }),
    }),
  }),
);

export const loader = handle;
export const action = handle;
