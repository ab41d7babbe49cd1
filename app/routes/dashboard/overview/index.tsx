import { data } from "@remix-run/node";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { evidenceStats, truthStat } from "#app/components/analytics/truth-stat.tsx";
import { RatesNote } from "#app/components/exchange-rates/rates-note.tsx";
import { ShownForm } from "#app/components/filters/filter-bar.tsx";
import { IgnoredFilters } from "#app/components/filters/ignored-filters.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { AsOf } from "#app/components/layout/as-of.tsx";
import { FormNote } from "#app/components/layout/own-form.tsx";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { LivePage } from "#app/components/live/live-page.tsx";
import { NewsLine } from "#app/components/news/news-line.tsx";
import { Checklist } from "#app/components/overview/checklist.tsx";
import { commissionStat } from "#app/components/overview/commission-stat.tsx";
import { ConnectionsPanel } from "#app/components/overview/connections-panel.tsx";
import { LaterClaims } from "#app/components/overview/later-claims.tsx";
import { LatestPanel } from "#app/components/overview/latest-panel.tsx";
import { NextStep } from "#app/components/overview/next-step.tsx";
import { OpenWork } from "#app/components/overview/open-work.tsx";
import { PlanNote } from "#app/components/overview/plan-note.tsx";
import { ReviewQueue } from "#app/components/overview/review-queue.tsx";
import { SampleOverview, ShowSamples } from "#app/components/overview/sample-overview.tsx";
import { SinceVisit } from "#app/components/overview/since-visit.tsx";
import { SpendPanel } from "#app/components/overview/spend-stats.tsx";
import { TryThis } from "#app/components/overview/try-this.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Stats } from "#app/components/ui/stats.tsx";
import text from "#app/components/ui/text.module.css";
import { InvitationAlert } from "#app/components/workspaces/invitation-alert.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { readRedirectOrigin } from "#app/http/auth/redirect-origin.server.ts";
import { page } from "#app/http/page.server.ts";
import { weekdayAndDay } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import { loadOverviewPage } from "./overview-page.server.ts";
import { handleSamplesForm } from "./sample-forms.server.ts";

export const handle: PageHandle = {
  title: "Overview",
  description: "The period’s claims, truth rate and deliveries, and what waits for you.",
};

export const loader = page(requireMember("submissions:read"), async ({ request, member }) => {
  // `from` is the signed-out page that redirected here.
  const { from, headers } = await readRedirectOrigin(request);
  return data({ from, ...(await loadOverviewPage(request, member)) }, { headers });
});

export const clientAction = keepPageOnError();

export const action = page(requireMember("settings:write"), async ({ request, member }) =>
  handleSamplesForm(request, member),
);

export default function Overview() {
  const { from, now, timeZone, problem, sinceVisit, steps, latest, ...page } = useLoaderData<typeof loader>();
  const { queue, figures, connections } = page;
  const view = { now, timeZone };
  const nextStep = steps.find(({ isDone }) => !isDone);
  const hasSide = connections !== null || (latest.length > 0 && nextStep !== undefined);
  const navigate = useNavigate();
  useEffect(() => {
    // A redirect carries no history state.
    if (from !== null) navigate(".", { replace: true, state: { from }, preventScrollReset: true });
  }, [from, navigate]);
  return (
    <Page>
      <LivePage />
      <PageHeader
        title={weekdayAndDay({ at: now, timeZone })}
        link={page.hasClients ? { to: paths.workspaces(), label: "All clients" } : undefined}
      >
        <AsOf at={now} timeZone={timeZone} />
      </PageHeader>
      {page.tour ? <TryThis tour={page.tour} /> : null}
      {page.invitations.map((invitation) => (
        <InvitationAlert key={invitation.id} invitation={invitation} />
      ))}
      {sinceVisit ? <SinceVisit visit={sinceVisit} view={view} /> : null}
      {problem ? (
        <Alert
          tone="alarm"
          action={
            page.canConnect ? (
              <ButtonLink isSmall to={paths.integrations()}>
                Reconnect
              </ButtonLink>
            ) : null
          }
        >
          <b className={text.strong}>{problem.fact}</b>{" "}
          <span className={text.secondary}>{problem.consequence}</span>
        </Alert>
      ) : null}
      <LaterClaims later={page.later} />
      <FormNote />
      <PlanNote usage={page.planUsage} />
      <RatesNote
        of={[...(figures?.commissions.earned ?? []), ...latest.map(({ formData }) => formData)].map(
          ({ currency }) => currency,
        )}
      />
      {latest.length === 0 ? (
        <>
          <NextStep
            steps={steps}
            samples={page.canChangeSamples && page.samples === null ? <ShowSamples /> : null}
          />
          {page.samples ? (
            <SampleOverview
              queue={page.samples}
              now={now}
              canDecide={page.canDecide}
              canRemove={page.canChangeSamples}
            />
          ) : null}
        </>
      ) : (
        <>
          <ReviewQueue queue={queue} now={now} canDecide={page.canDecide} />
          <OpenWork work={page.openWork} money={page.money} days={figures?.shown} />
          {figures ? (
            <>
              <IgnoredFilters labels={page.ignored} />
              <ShownForm form={page.form} />
              <Stats
                label="Last 28 days"
                hasTitle
                stats={[
                  ...figures.stats,
                  truthStat({ label: "Truth rate", truth: figures.truth, shown: figures.shown }),
                  ...evidenceStats(figures, figures.shown),
                  { label: "Not accepted", parts: figures.unaccepted },
                  commissionStat(figures.commissions),
                ]}
              />
              {page.money ? <SpendPanel money={page.money} days={figures.shown} /> : null}
            </>
          ) : null}
        </>
      )}
      <div className={hasSide ? layout.columns : layout.stack}>
        <div className={layout.stack}>
          {latest.length > 0 ? (
            <LatestPanel submissions={latest} view={view} />
          ) : (
            <Checklist steps={steps} offersForm={nextStep?.step !== "form"} />
          )}
        </div>
        {hasSide ? (
          <div className={layout.stack}>
            {latest.length > 0 ? <Checklist steps={steps} offersForm /> : null}
            {connections ? <ConnectionsPanel connections={connections} canConnect={page.canConnect} /> : null}
          </div>
        ) : null}
      </div>
      <NewsLine initial={page.news} view={view} />
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
