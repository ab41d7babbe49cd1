import { z } from "zod";
import { endpoint, patch } from "#app/http/api/endpoint.server.ts";
import { NotificationPreferences, NotificationsInput } from "#app/schemas/notifications.ts";
import { updateNotifications } from "#app/services/accounts/update-account.server.ts";

const handle = endpoint(
  patch({
    path: "/api/user/notifications",
    summary: "Switch some notifications on or off",
    description: "What is not sent stays as it is. Emails about security cannot be switched off.",
    auth: "user",
    body: NotificationsInput,
    example: { newSubmission: { email: false }, weeklySummary: { email: true } },
    response: z.object({ notificationPreferences: NotificationPreferences }),
    run: async ({ user, body }) => ({
      notificationPreferences: await updateNotifications({ userId: user.id, input: body }),
    }),
  }),
);

export const loader = handle;
export const action = handle;
