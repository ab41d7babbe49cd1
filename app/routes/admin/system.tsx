import { useLoaderData } from "@remix-run/react";
import {
  FailingPanel,
  JobsPanel,
  QueuesPanel,
  ServicesPanel,
  ShapesPanel,
  SourcesPanel,
} from "#app/components/admin/health-panels.tsx";
import { AsOf } from "#app/components/layout/as-of.tsx";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import layout from "#app/components/ui/layout.module.css";
import { requireAdmin } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { presentFailing, presentJobRun, presentQueue, presentShape } from "#app/presenters/system-health.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { getSystemHealth } from "#app/services/admin/system-health.server.ts";
import { brokerApiName } from "#app/services/brokers/registry.server.ts";

export const handle: PageHandle = {
  title: "System",
  description: "Whether the database, emails, queues and background jobs work.",
};

export { action } from "./reject-post.server.ts";

export const loader = page(requireAdmin, async ({ member }) => {
  const { workspace } = member;
  const { queues, runs, connections, shapes, sources, database, mail } = await getSystemHealth();
  return {
    queues: queues.map(presentQueue),
    jobs: runs.map(presentJobRun),
    failing: {
      total: connections.total,
      connections: connections.rows.map((row) => presentFailing(row, adPlatformName(row.adPlatform))),
    },
    answers: {
      total: shapes.total,
      shapes: shapes.rows.map((row) => presentShape(row, brokerApiName(row.kind))),
    },
    sources: sources.map(({ fetchedAt, ...source }) => ({
      ...source,
      fetchedAt: fetchedAt?.toISOString() ?? null,
    })),
    database,
    mail,
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
  };
});

export default function SystemHealth() {
  const { queues, jobs, failing, answers, sources, database, mail, now, timeZone } =
    useLoaderData<typeof loader>();
  const view = { now, timeZone };
  return (
    <Page>
      <PageHeader title="System">
        <AsOf at={now} timeZone={timeZone} isToTheSecond />
      </PageHeader>
      <div className={layout.halves}>
        <ServicesPanel database={database} mail={mail} />
        <FailingPanel {...failing} {...view} />
      </div>
      {answers.total > 0 ? <ShapesPanel {...answers} {...view} /> : null}
      <SourcesPanel sources={sources} {...view} />
      <QueuesPanel queues={queues} {...view} />
      <JobsPanel jobs={jobs} {...view} />
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
