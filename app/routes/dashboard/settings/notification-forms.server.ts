import { assertAllowed, assertRecentlyAuthenticated } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { NotificationSettingsForm } from "#app/schemas/push.ts";
import { updateNotifications } from "#app/services/accounts/update-account.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { subscribeToPush, unsubscribeFromPush } from "#app/services/push/push-subscriptions.server.ts";
import { createMemberCode, unlinkDeskChat } from "#app/services/telegram/desk/desk-chats.server.ts";

const { updated, pushOn, pushOff } = messages.notifications;
const here = paths.settings({ section: "notifications" });
const done = (message: string) => redirectWithFlash(here, { kind: "success", message });

/** What shows the link once: it is stored nowhere. */
export type TelegramCodeReply = { form: "telegram-code"; isGroup: boolean; url: string; expiresAt: string };

async function makeCode(request: Request, member: Member, isGroup: boolean) {
  assertAllowed(member, "chats:link");
  assertRecentlyAuthenticated(member, request, here);
  const { url, expiresAt } = await createMemberCode({ access: member.access, isGroup });
  const reply: TelegramCodeReply = {
    form: "telegram-code",
    isGroup,
    url,
    expiresAt: expiresAt.toISOString(),
  };
  return reply;
}

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
    "telegram-link": { onValid: () => makeCode(request, member, false) },
    "telegram-group": { onValid: () => makeCode(request, member, true) },
    "telegram-unlink": {
      async onValid({ deskChatId }) {
        assertAllowed(member, "chats:link");
        await unlinkDeskChat({ access: member.access, deskChatId });
        return done(messages.telegramDesk.unlinked);
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
