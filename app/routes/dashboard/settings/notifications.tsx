import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, type MetaFunction, useLoaderData } from "@remix-run/react";
import { NotificationMatrix } from "#app/components/accounts/notification-matrix.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Flash } from "#app/components/layout/flash.tsx";
import { brandNameOf } from "#app/components/layout/root-data.ts";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { paths } from "#app/paths.ts";
import { presentUser } from "#app/presenters/user.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { updateNotifications } from "#app/services/accounts/update-account.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const meta: MetaFunction = ({ matches }) => [
  { title: pageTitle("Notification settings", brandNameOf(matches)) },
];

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  const { user, workspace } = await requireUser(request);
  return presentUser(user, workspace).notificationPreferences;
});

export const action = page(async ({ request }: ActionFunctionArgs) => {
  const { user } = await requireUser(request);
  const fields = await readForm(request);
  // A box that is not ticked is not sent.
  const channels = (name: string) => ({
    email: fields.has(`${name}-email`),
    inApp: fields.has(`${name}-inApp`),
  });
  await updateNotifications({
    userId: user.id,
    input: {
      newSubmission: channels("newSubmission"),
      deliveryFailed: channels("deliveryFailed"),
      weeklySummary: channels("weeklySummary"),
      productNews: channels("productNews"),
      security: { ...channels("security"), email: true },
    },
  });
  return redirectWithFlash(paths.settings({ section: "notifications" }), {
    kind: "success",
    message: messages.notifications.updated,
  });
});

export default function NotificationSettings() {
  const preferences = useLoaderData<typeof loader>();
  return (
    <>
      <Flash />
      <Panel title="What you are told">
        <Form method="post" className={panelBodyClass}>
          <NotificationMatrix preferences={preferences} />
          <SubmitButton kind="primary" pending="Saving">
            Save notifications
          </SubmitButton>
        </Form>
      </Panel>
    </>
  );
}
