import { useLoaderData } from "@remix-run/react";
import { NotificationMatrix } from "#app/components/accounts/notification-matrix.tsx";
import { SettingsParent } from "#app/components/accounts/settings-pages.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { LastAction, type PageHandle } from "#app/components/layout/page.tsx";
import { PushPanel } from "#app/components/notifications/push-panel.tsx";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";
import { config } from "#app/env.server.ts";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { presentUser } from "#app/presenters/user.ts";
import { listPushDevices } from "#app/services/push/push-subscriptions.server.ts";
import { handleNotificationsForm } from "./notification-forms.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "Notification settings",
  description: "What you are told about, by email or in the browser.",
};

export const loader = page(requireUser, async ({ member }) => {
  const { user, workspace, sessionId } = member;
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

export const action = page(requireUser, async ({ request, member }) =>
  handleNotificationsForm(request, member),
);

export default function NotificationSettings() {
  const { preferences, push } = useLoaderData<typeof loader>();
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
    </>
  );
}
