import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NotificationMatrix } from "#app/components/accounts/notification-matrix.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import type { PageHandle } from "#app/components/layout/document-title.tsx";
import { Flash } from "#app/components/layout/flash.tsx";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { presentUser } from "#app/presenters/user.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { NotificationsForm } from "#app/schemas/notifications.ts";
import { updateNotifications } from "#app/services/accounts/update-account.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = { title: "Notification settings" };

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  const { user, workspace } = await requireUser(request);
  return presentUser(user, workspace).notificationPreferences;
});

export const action = page(async ({ request }: ActionFunctionArgs) => {
  const { user } = await requireUser(request);
  return handleForm(request, NotificationsForm, {
    notifications: {
      async onValid({ input }) {
        await updateNotifications({ userId: user.id, input });
        const message = messages.notifications.updated;
        return redirectWithFlash(paths.settings({ section: "notifications" }), { kind: "success", message });
      },
    },
  });
});

export default function NotificationSettings() {
  const preferences = useLoaderData<typeof loader>();
  return (
    <>
      <Flash />
      <Panel title="Notifications">
        <PostForm intent="notifications" className={panelBodyClass}>
          <NotificationMatrix preferences={preferences} />
          <SubmitButton kind="primary" pending="Saving">
            Save notifications
          </SubmitButton>
        </PostForm>
      </Panel>
    </>
  );
}
