import { z } from "zod";
import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { ReadAllQuery } from "#app/schemas/notification-list.ts";
import { countUnread, readAllNotifications } from "#app/services/notifications/read-notifications.server.ts";

const handle = endpoint(
  post({
    path: "/api/notifications/read-all",
    summary: "Mark your notifications as read",
    description:
      "With until, what came after that time stays unread: send the time at which your list was read.",
    auth: "user",
    query: ReadAllQuery,
    status: 200,
    response: z.object({ unread: z.number().int() }),
    run: async ({ user, workspace, query }) => {
      await readAllNotifications({ userId: user.id, workspace, until: query.until });
      return { unread: await countUnread(user.id, workspace.id) };
    },
  }),
);

export const loader = handle;
export const action = handle;
