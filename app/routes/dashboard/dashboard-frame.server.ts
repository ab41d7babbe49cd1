import type { ActiveTestMode } from "#app/components/connections/test-mode-mark.tsx";
import type { CurrencyData } from "#app/components/exchange-rates/currency-context.tsx";
import type { WorkspaceChoice } from "#app/components/layout/account-menu.tsx";
import type { OpenCounts } from "#app/components/layout/dashboard-nav.tsx";
import type { FormChoice } from "#app/components/layout/form-names.tsx";
import { type PageAccess, pageActions } from "#app/components/layout/sections.ts";
import type { SupportNoteData } from "#app/components/layout/support-note.tsx";
import { listAccepted } from "#app/http/choose-language.server.ts";
import { toErrorResponse } from "#app/http/error-responses.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import type { FormObstacle } from "#app/lib/domain.ts";
import { formatsOf } from "#app/lib/formats-scope.server.ts";
import { firstIdAt } from "#app/lib/ids.ts";
import type { Language } from "#app/lib/languages.ts";
import type { RegionalFormats } from "#app/lib/regional-formats.ts";
import { presentIntegration } from "#app/presenters/connection.ts";
import { presentRates } from "#app/presenters/rates.ts";
import { toSupportNote } from "#app/presenters/support-note.ts";
import type { UserResponse } from "#app/schemas/accounts.ts";
import type { IntegrationResponse } from "#app/schemas/connections.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { isNearExpiry, renewSession } from "#app/services/auth/sessions/renew-session.server.ts";
import { findSupportAccess } from "#app/services/auth/sessions/support-access.server.ts";
import { countOpenWork } from "#app/services/clients/list-clients.server.ts";
import { getConnectionFacts } from "#app/services/connections/connection-facts.server.ts";
import { listConnections } from "#app/services/connections/connections.server.ts";
import { getRates } from "#app/services/exchange-rates/get-rates.server.ts";
import { findValidRates, listOwnRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { readFrame } from "#app/services/layout/read-frame.server.ts";
import { listFormNames } from "#app/services/opt-in-forms/form-names.server.ts";
import { formUrl } from "#app/services/opt-in-forms/form-url.server.ts";
import { sortMemberships } from "#app/services/workspaces/memberships.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { toWorkspaceFingerprint } from "#app/services/workspaces/workspace-fingerprint.server.ts";

type RouteUser = { role: UserResponse["role"]; subscription: { status: string } };

/** What the frame around the pages of the dashboard shows. */
type DashboardFrameData = {
  user: { name: string; email: string };
  /** What the pages may decide by: nothing else of the account goes to the browser for that. */
  routeUser: RouteUser;
  /** In how many milliseconds the session ends. */
  sessionEndsInMs: number;
  /** The owner's time zone, as the footer names it: "Europe/Madrid". */
  timeZone: string;
  /** How its region writes numbers and dates. */
  formats: RegionalFormats;
  /** The mark of the workspace that the page shows. */
  shownWorkspace: string;
  /** Those that the menu offers: none for an account with a single one. */
  workspaces: WorkspaceChoice[];
  /** What role and plan let the member open. */
  access: PageAccess;
  /** Pending submissions and refused connections without the primary's; zero if the query failed. */
  openCounts: OpenCounts;
  /** None are unread if they could not be counted. */
  notifications: { unread: number; at: number };
  /** Those that claims can name, if there are several. */
  formNames: FormChoice[];
  /** The default form's full address, from PUBLIC_URL, or whether one can be created. */
  form: { url: string | null; canCreate: boolean; obstacle: FormObstacle | null; count: number };
  /** Those of the browser, which a new form has at first. */
  languages: Language[];
  money: CurrencyData;
  integration: IntegrationResponse | null;
  /** The ad platforms that get real events marked as tests. */
  testModes: ActiveTestMode[];
  now: string;
  /** Live changes with later ids are not on the page. */
  changesAfter: string;
  supportNote: SupportNoteData | null;
};

/** @param requestId names the request in the log if a part of the frame cannot be read */
export async function getDashboardFrame(
  { user, workspace, role, sessionId, supportAccess, ...session }: Member,
  { requestId, acceptLanguage }: { requestId: string; acceptLanguage: string | null },
): Promise<DashboardFrameData> {
  // With script, the session keeper renews it; without, only page requests do.
  const expiresAt = (isNearExpiry(session) && (await renewSession(sessionId))) || session.expiresAt;
  // Optional parts: without them the frame is still shown, and the page reports the error.
  const orNull = <T>(read: Promise<T>) =>
    read.catch((error: unknown) => {
      toErrorResponse(error, requestId);
      return null;
    });
  const countedAt = Date.now();
  const memberships = sortMemberships(user);
  const [frame, openWork, rates, ownRates, formNames, connections] = await Promise.all([
    orNull(readFrame({ workspaceId: workspace.id, userId: user.id })),
    memberships.length > 1 ? orNull(countOpenWork(memberships.map((one) => one.workspace.id))) : null,
    getRates(),
    orNull(listOwnRates(workspace.id)),
    orNull(listFormNames(workspace.id)),
    isAllowed(role, "connections:read") ? orNull(listConnections(workspace.id)) : [],
  ]);
  const support =
    frame?.hasSupportAccess && !supportAccess ? await orNull(findSupportAccess(workspace.id)) : null;
  const form = isAllowed(role, "settings:read") ? frame?.form : undefined;
  const connected = (connections ?? []).map((connection) => ({
    connection,
    facts: getConnectionFacts(connection),
  }));
  const primary = connected.find(({ connection }) => connection.adPlatform === adPlatforms.primary.id);
  return {
    user: { name: user.name, email: user.email },
    shownWorkspace: toWorkspaceFingerprint(workspace),
    workspaces:
      memberships.length > 1
        ? memberships.map(({ workspace: { id, name } }) => ({
            id,
            name,
            isCurrent: id === workspace.id,
            work: openWork?.get(id) ?? null,
          }))
        : [],
    access: {
      mayRead: pageActions.filter((action) => isAllowed(role, action)),
      hasSubscription: workspace.subscriptionStatus === "active",
      hasDoors: frame?.hasDoors ?? false,
    },
    routeUser: { role: user.role, subscription: { status: workspace.subscriptionStatus } },
    sessionEndsInMs: expiresAt.getTime() - Date.now(),
    timeZone: workspace.timeZone,
    formats: formatsOf(workspace),
    openCounts: {
      submissions: frame?.toCheck ?? 0,
      integrations: connected.filter((one) => one !== primary && one.connection.status === "invalid").length,
    },
    notifications: { unread: frame?.unread ?? 0, at: countedAt },
    integration: primary ? presentIntegration(primary.connection, primary.facts) : null,
    now: new Date().toISOString(),
    changesAfter: firstIdAt(new Date(countedAt)),
    supportNote: toSupportNote(supportAccess, support),
    testModes: connected.flatMap(({ connection, facts: { name, testMode } }) =>
      testMode ? [{ id: connection.adPlatform, name, endsAt: testMode.endsAt.toISOString() }] : [],
    ),
    formNames: formNames && formNames.length > 1 ? formNames : [],
    form: {
      url: form ? formUrl(form) : null,
      canCreate: form === null && isAllowed(role, "settings:write"),
      obstacle: form?.obstacle ?? null,
      count: frame?.undeletedForms ?? 0,
    },
    languages: listAccepted(acceptLanguage),
    money: {
      currency: workspace.currency,
      rates: presentRates(rates),
      ownRates: findValidRates(ownRates ?? [], dayIn(workspace.timeZone, new Date())),
      error: rates.error,
    },
  };
}
