import { useLoaderData } from "@remix-run/react";
import { NotificationMatrix } from "#app/components/accounts/notification-matrix.tsx";
import { PageErrors } from "#app/components/forms/error-summary.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Flash } from "#app/components/layout/flash.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { PushPanel } from "#app/components/notifications/push-panel.tsx";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";
import { config } from "#app/env.server.ts";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { presentUser } from "#app/presenters/user.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { NotificationSettingsForm } from "#app/schemas/push.ts";
import { updateNotifications } from "#app/services/accounts/update-account.server.ts";
import {
  listPushDevices,
  subscribeToPush,
  unsubscribeFromPush,
} from "#app/services/push/push-subscriptions.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = { title: "Notification settings" };

export const loader = page(async ({ request }) => {
  const { user, workspace, sessionId } = await requireUser(request);
  return {
    preferences: presentUser(user, workspace).notificationPreferences,
    push: config.vapid && {
      publicKey: config.vapid.publicKey,
      devices: await listPushDevices(user.id, sessionId),
      now: new Date().toISOString(),
      timeZone: workspace.timeZone,
    },
  };
});

export const action = page(async ({ request }) => {
  const { user, sessionId } = await requireUser(request);
  const here = paths.settings({ section: "notifications" });
  return handleForm(request, NotificationSettingsForm, {
    notifications: {
      async onValid({ input }) {
        await updateNotifications({ userId: user.id, input });
        const message = messages.notifications.updated;
        return redirectWithFlash(here, { kind: "success", message });
      },
    },
    "push-on": {
      async onValid({ intent: _, ...input }) {
        await subscribeToPush({ userId: user.id, sessionId, input });
        return redirectWithFlash(here, { kind: "success", message: messages.notifications.pushOn });
      },
    },
    "push-off": {
      async onValid({ subscriptionId }) {
        await unsubscribeFromPush({ userId: user.id, subscriptionId });
        return redirectWithFlash(here, { kind: "success", message: messages.notifications.pushOff });
      },
    },
  });
});

export default function NotificationSettings() {
  const { preferences, push } = useLoaderData<typeof loader>();
  return (
    <>
      <PageErrors absent={["endpoint", "p256dh", "auth"]} />
      <Flash />
      <Panel title="Notifications">
        <PostForm intent="notifications" className={panelBodyClass}>
          <NotificationMatrix preferences={preferences} />
          <SubmitButton kind="primary" pending="Saving">
            Save notifications
          </SubmitButton>
        </PostForm>
      </Panel>
      {push ? <PushPanel {...push} /> : null}
    </>
  );
}
