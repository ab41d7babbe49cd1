import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { SessionKeeper } from "#app/components/auth/session-keeper.tsx";
import { type CurrencyData, CurrencyProvider } from "#app/components/exchange-rates/currency-context.tsx";
import { DashboardFrame } from "#app/components/layout/dashboard-frame.tsx";
import { DashboardHeader } from "#app/components/layout/dashboard-header.tsx";
import type { OpenCounts } from "#app/components/layout/dashboard-nav.tsx";
import { useRootData } from "#app/components/layout/root-data.ts";
import { SiteFooter } from "#app/components/layout/site-footer.tsx";
import { config } from "#app/env.server.ts";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { presentRates } from "#app/presenters/rates.ts";
import type { UserResponse } from "#app/schemas/accounts.ts";
import { isNearExpiry, renewSession } from "#app/services/auth/sessions/renew-session.server.ts";
import { getRates } from "#app/services/exchange-rates/get-rates.server.ts";
import { findOwnSlug } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { countViews } from "#app/services/submissions/list-submissions.server.ts";

export type RouteUser = { role: UserResponse["role"]; subscription: { status: string } };

export type LoaderData = {
  user: { name: string; email: string };
  /** What the pages may decide by: nothing else of the account goes to the browser for that. */
  routeUser: RouteUser;
  /** In how many milliseconds the session ends. */
  sessionEndsInMs: number;
  /** The owner's time zone, as the footer names it: "Europe/Madrid". */
  timeZone: string;
  /** How many submissions are pending. */
  openCounts: OpenCounts;
  /** The public form's full address, from PUBLIC_URL; null while there is no form. */
  formUrl: string | null;
  money: CurrencyData;
};

export const loader = page(async ({ request }: LoaderFunctionArgs): Promise<LoaderData> => {
  const { user, workspace, sessionId, ...session } = await requireUser(request);
  // With script the keeper does it; without, only pages are asked for.
  const expiresAt = (isNearExpiry(session) && (await renewSession(sessionId))) || session.expiresAt;
  const [{ toCheck }, slug, rates] = await Promise.all([
    countViews(workspace),
    findOwnSlug(workspace.id),
    getRates(),
  ]);
  return {
    user: { name: user.name, email: user.email },
    routeUser: { role: user.role, subscription: { status: workspace.subscriptionStatus } },
    sessionEndsInMs: expiresAt.getTime() - Date.now(),
    timeZone: workspace.timeZone,
    openCounts: { submissions: toCheck },
    formUrl: slug === null ? null : config.publicUrl + paths.optIn({ slug }),
    money: { currency: workspace.currency, rates: presentRates(rates), error: rates.error },
  };
});

export default function DashboardLayout() {
  const { user, timeZone, openCounts, formUrl, sessionEndsInMs, money } = useLoaderData<LoaderData>();
  const brandName = useRootData()?.brandName ?? "";
  return (
    <>
      <SessionKeeper endsInMs={sessionEndsInMs} />
      <DashboardHeader brandName={brandName} user={user} openCounts={openCounts} formUrl={formUrl} />
      <DashboardFrame openCounts={openCounts}>
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
