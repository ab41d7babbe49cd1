import { z } from "zod";
import { endpoint, patch } from "#app/http/endpoint.server.ts";
import { NotificationPreferences, NotificationsInput } from "#app/schemas/profile.ts";
import { updateNotifications } from "#app/services/accounts/update-profile.server.ts";

const handle = endpoint(
  patch({
    path: "/api/user/notifications",
    summary: "Switch some notifications on or off",
    auth: "user",
    body: NotificationsInput,
    answer: z.object({ notificationPreferences: NotificationPreferences }),
    run: async ({ user, body }) => ({
      notificationPreferences: await updateNotifications({ userId: user.id, input: body }),
    }),
  }),
);

export const loader = handle;
export const action = handle;
