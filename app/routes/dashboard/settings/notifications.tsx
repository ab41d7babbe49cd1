import { useLoaderData } from "@remix-run/react";
import { NotificationMatrix } from "#app/components/accounts/notification-matrix.tsx";
import { SettingsParent } from "#app/components/accounts/settings-pages.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import { LastAction, type PageHandle } from "#app/components/layout/page.tsx";
import { PushPanel } from "#app/components/notifications/push-panel.tsx";
import { DeskPanel } from "#app/components/telegram/desk-panel.tsx";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";
import { config } from "#app/env.server.ts";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { presentUser } from "#app/presenters/user.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import { listPushDevices } from "#app/services/push/push-subscriptions.server.ts";
import { findBot } from "#app/services/telegram/bots/find-bot.server.ts";
import { listDeskChats } from "#app/services/telegram/desk/desk-chats.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { handleNotificationsForm, type TelegramCodeReply } from "./notification-forms.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "Notification settings",
  description: "What you are told about, by email, in the browser or in Telegram.",
};

export const loader = page(requireUser, async ({ member }) => {
  const { user, workspace, role, sessionId } = member;
  return {
    preferences: presentUser(user, workspace).notificationPreferences,
    push: config.vapid && {
      publicKey: config.vapid.publicKey,
      devices: await listPushDevices(user.id, sessionId),
      now: new Date().toISOString(),
      timeZone: workspace.timeZone,
    },
    telegram: isAllowed(role, "chats:link") ? await readDesk(member) : null,
  };
});

async function readDesk(member: Member) {
  const { user, workspace } = member;
  const about = { workspaceId: workspace.id, userId: user.id };
  const [bot, chats] = await Promise.all([findBot(workspace.id), listDeskChats(about)]);
  return {
    username: bot?.username ?? null,
    chats: chats.map(({ id, isGroup, title, createdAt }) => ({
      id,
      isGroup,
      title,
      createdAt: createdAt.toISOString(),
    })),
    isProven: isRecentlyAuthenticated(member),
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
  };
}

export const action = page(requireUser, async ({ request, member }) =>
  handleNotificationsForm(request, member),
);

export default function NotificationSettings() {
  const { preferences, push, telegram } = useLoaderData<typeof loader>();
  const reply = useFormReply<typeof action>();
  const code = reply?.form === "telegram-code" ? (reply as TelegramCodeReply) : null;
  return (
    <>
      <LastAction errors={{ absent: ["endpoint", "p256dh", "auth"] }} />
      <SettingsParent section="preferences" />
      <Panel title="Notifications">
        <PostForm intent="notifications" className={panelBodyClass}>
          <NotificationMatrix preferences={preferences} />
          <SubmitButton kind="primary" pending="Saving">
            Save notifications
          </SubmitButton>
        </PostForm>
      </Panel>
      {push ? <PushPanel {...push} /> : null}
      {telegram ? <DeskPanel {...telegram} code={code} /> : null}
    </>
  );
}
