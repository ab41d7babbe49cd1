import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { SessionKeeper } from "#app/components/auth/session-keeper.tsx";
import { IntegrationProvider } from "#app/components/connections/integration-context.tsx";
import { type TestMode, TestModeMark } from "#app/components/connections/test-mode-mark.tsx";
import { useRefusedCount } from "#app/components/connections/use-refused-count.ts";
import { type CurrencyData, CurrencyProvider } from "#app/components/exchange-rates/currency-context.tsx";
import type { WorkspaceChoice } from "#app/components/layout/account-menu.tsx";
import { DashboardFrame } from "#app/components/layout/dashboard-frame.tsx";
import { DashboardHeader } from "#app/components/layout/dashboard-header.tsx";
import type { OpenCounts, PageAction } from "#app/components/layout/dashboard-nav.tsx";
import { OwnFormProvider } from "#app/components/layout/own-form.tsx";
import { useRootData } from "#app/components/layout/root-data.ts";
import { SiteFooter } from "#app/components/layout/site-footer.tsx";
import { SupportNote, type SupportNoteData } from "#app/components/layout/support-note.tsx";
import { LiveChanges } from "#app/components/live/live-changes.tsx";
import { useLiveCount } from "#app/components/live/use-live-count.ts";
import { NotificationBell } from "#app/components/notifications/notification-bell.tsx";
import { config } from "#app/env.server.ts";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { toErrorResponse } from "#app/http/error-responses.server.ts";
import { page } from "#app/http/page.server.ts";
import { isAdminRole } from "#app/lib/domain.ts";
import { paths } from "#app/paths.ts";
import { presentIntegration } from "#app/presenters/connection.ts";
import { presentRates } from "#app/presenters/rates.ts";
import { toSupportNote } from "#app/presenters/support-note.ts";
import type { UserResponse } from "#app/schemas/accounts.ts";
import type { IntegrationResponse } from "#app/schemas/connections.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { findSupportAccess } from "#app/services/admin/support-access.server.ts";
import { isNearExpiry, renewSession } from "#app/services/auth/sessions/renew-session.server.ts";
import { factsOf } from "#app/services/connections/connection-facts.server.ts";
import { listConnections } from "#app/services/connections/connections.server.ts";
import { getRates } from "#app/services/exchange-rates/get-rates.server.ts";
import { countUnread } from "#app/services/notifications/read-notifications.server.ts";
import { findOwnSlug } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { countViews } from "#app/services/submissions/count-submissions.server.ts";
import { membershipsOf } from "#app/services/workspaces/memberships.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

export type RouteUser = { role: UserResponse["role"]; subscription: { status: string } };

export type LoaderData = {
  user: { name: string; email: string };
  /** What the pages may decide by: nothing else of the account goes to the browser for that. */
  routeUser: RouteUser;
  /** In how many milliseconds the session ends. */
  sessionEndsInMs: number;
  /** The owner's time zone, as the footer names it: "Europe/Madrid". */
  timeZone: string;
  /** Those that the menu offers: none for an account with a single one. */
  workspaces: WorkspaceChoice[];
  mayRead: PageAction[];
  /** Pending submissions and refused connections, the integration aside; none if they could not be counted. */
  openCounts: OpenCounts;
  /** None are unread if they could not be counted. */
  notifications: { unread: number };
  /** The public form's full address, from PUBLIC_URL, or whether there is one to make. */
  form: { url: string | null; canCreate: boolean };
  money: CurrencyData;
  integration: IntegrationResponse | null;
  /** The ad platforms that get real events marked as tests. */
  testModes: TestMode[];
  now: string;
  supportNote: SupportNoteData | null;
};

export const loader = page(async ({ request, context }: LoaderFunctionArgs): Promise<LoaderData> => {
  const { user, workspace, role, sessionId, supportAccess, ...session } = await requireUser(request);
  // With script the keeper does it; without, only pages are asked for.
  const expiresAt = (isNearExpiry(session) && (await renewSession(sessionId))) || session.expiresAt;
  // Without these the frame still stands, and the page in it says what failed.
  const orNull = <T,>(read: Promise<T>) =>
    read.catch((error: unknown) => {
      toErrorResponse(error, context.requestId);
      return null;
    });
  const [counts, unread, slug, rates, connections, support] = await Promise.all([
    orNull(countViews(workspace.id)),
    orNull(countUnread(user.id, workspace.id)),
    isAllowed(role, "settings:read") ? orNull(findOwnSlug(workspace.id).then((found) => ({ found }))) : null,
    getRates(),
    isAllowed(role, "connections:read") ? orNull(listConnections(workspace.id)) : [],
    supportAccess ? null : orNull(findSupportAccess(workspace.id)),
  ]);
  const mayRead = (["stats:read", "settings:read", "connections:read"] as const).filter((action) =>
    isAllowed(role, action),
  );
  const memberships = membershipsOf(user);
  const connected = (connections ?? []).map((connection) => ({ connection, facts: factsOf(connection) }));
  const primary = connected.find(({ connection }) => connection.adPlatform === adPlatforms.primary.id);
  return {
    user: { name: user.name, email: user.email },
    workspaces:
      memberships.length > 1
        ? memberships.map(({ workspace: { id, name } }) => ({ id, name, isCurrent: id === workspace.id }))
        : [],
    mayRead,
    routeUser: { role: user.role, subscription: { status: workspace.subscriptionStatus } },
    sessionEndsInMs: expiresAt.getTime() - Date.now(),
    timeZone: workspace.timeZone,
    openCounts: {
      submissions: counts?.toCheck ?? 0,
      integrations: connected.filter((one) => one !== primary && one.connection.status === "invalid").length,
    },
    notifications: { unread: unread ?? 0 },
    integration: primary ? presentIntegration(primary.connection, primary.facts) : null,
    now: new Date().toISOString(),
    supportNote: toSupportNote(supportAccess, support),
    testModes: connected.flatMap(({ connection, facts: { name, testMode } }) =>
      testMode ? [{ id: connection.adPlatform, name, endsAt: testMode.endsAt.toISOString() }] : [],
    ),
    form: {
      url: slug?.found ? config.publicUrl + paths.optIn({ slug: slug.found }) : null,
      canCreate: slug?.found === null && isAllowed(role, "settings:write"),
    },
    money: { currency: workspace.currency, rates: presentRates(rates), error: rates.error },
  };
});

export default function DashboardLayout() {
  const { user, workspaces, mayRead, form, sessionEndsInMs, integration } = useLoaderData<LoaderData>();
  return (
    <OwnFormProvider value={form}>
      <IntegrationProvider
        key={workspaces.find(({ isCurrent }) => isCurrent)?.id ?? ""}
        account={user.email}
        initial={integration}
        mayRead={mayRead.includes("connections:read")}
      >
        <SessionKeeper endsInMs={sessionEndsInMs} />
        <LiveChanges>
          <Frame />
        </LiveChanges>
      </IntegrationProvider>
    </OwnFormProvider>
  );
}

function Frame() {
  const data = useLoaderData<LoaderData>();
  const { user, workspaces, mayRead, routeUser, timeZone, openCounts, money, testModes, notifications } =
    data;
  const brandName = useRootData()?.brandName ?? "";
  const counts = {
    submissions: useLiveCount(openCounts),
    integrations: useRefusedCount(openCounts.integrations),
  };
  return (
    <>
      <DashboardHeader
        brandName={brandName}
        user={user}
        workspaces={workspaces}
        isAdmin={isAdminRole(routeUser.role)}
        openCounts={counts}
        mayRead={mayRead}
        mark={<TestModeMark testModes={testModes} />}
        bell={<NotificationBell loaded={notifications} />}
      />
      <SupportNote note={data.supportNote} timeZone={timeZone} now={data.now} />
      <DashboardFrame openCounts={counts} mayRead={mayRead}>
        <CurrencyProvider data={money}>
          <Outlet />
        </CurrencyProvider>
      </DashboardFrame>
      <SiteFooter brandName={brandName}>
        <span>Times in {timeZone}</span>
      </SiteFooter>
    </>
  );
}
