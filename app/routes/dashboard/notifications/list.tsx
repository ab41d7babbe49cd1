import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { IgnoredFilters } from "#app/components/filters/ignored-filters.tsx";
import { usePageLinks, useQueryLinks } from "#app/components/filters/use-query-links.ts";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { SectionTabs } from "#app/components/layout/section-header.tsx";
import { NewNotifications } from "#app/components/notifications/new-notifications.tsx";
import { NotificationFilters } from "#app/components/notifications/notification-filters.tsx";
import { NotificationList } from "#app/components/notifications/notification-list.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { focusMain } from "#app/components/ui/focus-main.ts";
import { BellIcon } from "#app/components/ui/icons.ts";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { PastLastPage } from "#app/components/ui/past-last-page.tsx";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { validFilters } from "#app/http/forms/valid-filters.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { NotificationsQuery, ReadForm } from "#app/schemas/notification-list.ts";
import {
  listNotifications,
  readAllNotifications,
  readNotification,
} from "#app/services/notifications/read-notifications.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "Notifications",
  description: "What happened in your workspace while you were away.",
};

const LABELS = { page: "Page", limit: "Notifications per page", kind: "Kind", state: "View" };

export const loader = page(requireUser, async ({ request, member }) => {
  const { user, workspace } = member;
  const { valid, ignored } = validFilters(NotificationsQuery, LABELS, new URL(request.url).searchParams);
  const query = NotificationsQuery.parse(valid);
  // Before the list is read: what comes after it is not on the page.
  const now = new Date().toISOString();
  const list = await listNotifications({ userId: user.id, workspace, query });
  return { ...list, query, ignored, now, timeZone: workspace.timeZone };
});

export const action = page(requireUser, async ({ request, member }) => {
  const { user, workspace } = member;
  const reader = { userId: user.id, workspace };
  const { pathname, search } = new URL(request.url);
  return handleForm(request, member, ReadForm, {
    read: {
      async onValid({ id }) {
        await readNotification({ ...reader, notificationId: id });
        return redirect(pathname + search, 303);
      },
    },
    "read-all": {
      async onValid({ until, kind }) {
        await readAllNotifications({ ...reader, until, kind });
        const message = messages.notifications.allRead;
        return redirectWithFlash(pathname + search, { kind: "success", message });
      },
    },
  });
});

export default function Notifications() {
  const { notifications, unread, pagination, query, ignored, now, timeZone } = useLoaderData<typeof loader>();
  const address = useQueryLinks();
  const toPage = usePageLinks();
  return (
    <Page>
      <PageHeader
        title="Notifications"
        actions={
          <>
            {unread > 0 ? (
              <PostForm intent="read-all" onSubmit={focusMain}>
                <input type="hidden" name="until" value={now} />
                <input type="hidden" name="kind" value={query.kind ?? ""} />
                <SubmitButton pending="Marking">
                  Mark all {query.kind ? "of this kind " : ""}as read
                </SubmitButton>
              </PostForm>
            ) : null}
            <ButtonLink to={paths.settings({ section: "notifications" })}>Choose notifications</ButtonLink>
          </>
        }
      />
      <SectionTabs of="notifications" />
      <NotificationFilters query={query} unread={unread} address={address} />
      <IgnoredFilters labels={ignored} />
      <NewNotifications loaded={notifications} unread={unread} />
      {notifications.length > 0 ? (
        <>
          <NotificationList notifications={notifications} view={{ now, timeZone }} />
          <Pagination pagination={pagination} toPage={toPage} />
        </>
      ) : pagination.total > 0 ? (
        <PastLastPage page={query.page} pages={pagination.pages} toLastPage={toPage(pagination.pages)} />
      ) : (
        <EmptyState title={emptyTitle(query)} icon={BellIcon}>
          New claims, failed deliveries and sign-ins from new devices will be here, as your settings say.
        </EmptyState>
      )}
    </Page>
  );
}

const emptyTitle = ({ kind, state }: NotificationsQuery) =>
  kind ? "No notifications match" : state === "unread" ? "Nothing unread" : "No notifications yet";

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
