import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { NotificationSettingsForm } from "#app/schemas/push.ts";
import { updateNotifications } from "#app/services/accounts/update-account.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { subscribeToPush, unsubscribeFromPush } from "#app/services/push/push-subscriptions.server.ts";

const { updated, pushOn, pushOff } = messages.notifications;
const here = paths.settings({ section: "notifications" });
const done = (message: string) => redirectWithFlash(here, { kind: "success", message });

export function handleNotificationsForm(request: Request, member: Member) {
  const { user, sessionId } = member;
  return handleForm(request, member, NotificationSettingsForm, {
    notifications: {
      async onValid({ input }) {
        await updateNotifications({ userId: user.id, input });
        return done(updated);
      },
    },
    "push-on": {
      async onValid({ intent: _, ...input }) {
        await subscribeToPush({ userId: user.id, sessionId, input });
        return done(pushOn);
      },
    },
    "push-off": {
      async onValid({ subscriptionId }) {
        await unsubscribeFromPush({ userId: user.id, subscriptionId });
        return done(pushOff);
      },
    },
  });
}
