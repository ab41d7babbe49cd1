import { Outlet, useLoaderData } from "@remix-run/react";
import { SessionKeeper } from "#app/components/auth/session-keeper.tsx";
import { IntegrationProvider } from "#app/components/connections/integration-context.tsx";
import { TestModeMark } from "#app/components/connections/test-mode-mark.tsx";
import { useRefusedCount } from "#app/components/connections/use-refused-count.ts";
import { CurrencyProvider } from "#app/components/exchange-rates/currency-context.tsx";
import { ShownWorkspaceProvider } from "#app/components/forms/shown-workspace.ts";
import { DashboardFrame } from "#app/components/layout/dashboard-frame.tsx";
import { DashboardHeader } from "#app/components/layout/dashboard-header.tsx";
import { FormNamesProvider } from "#app/components/layout/form-names.tsx";
import { OwnFormProvider } from "#app/components/layout/own-form-context.ts";
import { PageAccessProvider } from "#app/components/layout/page-access.ts";
import { useRegionalFormats } from "#app/components/layout/regional-formats.ts";
import { useBrandName } from "#app/components/layout/root-data.ts";
import { SiteFooter } from "#app/components/layout/site-footer.tsx";
import { SupportNote } from "#app/components/layout/support-note.tsx";
import { LiveChanges } from "#app/components/live/live-changes.tsx";
import { useLiveCount } from "#app/components/live/use-live-count.ts";
import { NotificationBell } from "#app/components/notifications/notification-bell.tsx";
import { useUnreadCount } from "#app/components/notifications/use-unread-count.ts";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { isAdminRole } from "#app/lib/domain.ts";
import { getDashboardFrame } from "./dashboard-frame.server.ts";

export const loader = page(requireUser, async ({ request, context, member }) =>
  getDashboardFrame(member, {
    requestId: context.requestId,
    acceptLanguage: request.headers.get("accept-language"),
  }),
);

export const headers = pageHeaders;

export { DashboardErrorBoundary as ErrorBoundary } from "#app/components/layout/dashboard-error.tsx";

export default function DashboardLayout() {
  const {
    user,
    shownWorkspace,
    access,
    form,
    languages,
    sessionEndsInMs,
    integration,
    formats,
    changesAfter,
  } = useLoaderData<typeof loader>();
  useRegionalFormats(formats);
  return (
    <ShownWorkspaceProvider value={shownWorkspace}>
      <PageAccessProvider value={access}>
        <OwnFormProvider value={{ ...form, languages }}>
          <IntegrationProvider
            key={`${user.email} ${shownWorkspace}`}
            initial={integration}
            mayRead={access.mayRead.includes("connections:read")}
          >
            <SessionKeeper endsInMs={sessionEndsInMs} />
            <LiveChanges after={changesAfter}>
              <Frame />
            </LiveChanges>
          </IntegrationProvider>
        </OwnFormProvider>
      </PageAccessProvider>
    </ShownWorkspaceProvider>
  );
}

function Frame() {
  const data = useLoaderData<typeof loader>();
  const { user, workspaces, routeUser, timeZone, openCounts, money, testModes, notifications } = data;
  const brandName = useBrandName();
  const counts = {
    submissions: useLiveCount(openCounts),
    integrations: useRefusedCount(openCounts.integrations),
  };
  const unread = useUnreadCount(notifications);
  return (
    <>
      <DashboardHeader
        brandName={brandName}
        user={user}
        workspaces={workspaces}
        isAdmin={isAdminRole(routeUser.role)}
        openCounts={counts}
        mark={<TestModeMark testModes={testModes} />}
        bell={<NotificationBell unread={unread} />}
      />
      <SupportNote note={data.supportNote} timeZone={timeZone} now={data.now} />
      <DashboardFrame openCounts={counts}>
        <CurrencyProvider data={money}>
          <FormNamesProvider value={data.formNames}>
            <Outlet />
          </FormNamesProvider>
        </CurrencyProvider>
      </DashboardFrame>
      <SiteFooter brandName={brandName} isWide>
        <span>Times in {timeZone}</span>
      </SiteFooter>
    </>
  );
}
