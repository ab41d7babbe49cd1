import { useLoaderData } from "@remix-run/react";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { SectionHeader } from "#app/components/layout/section-header.tsx";
import { SampleStatements } from "#app/components/statements/sample-statements.tsx";
import { StatementList } from "#app/components/statements/statement-list.tsx";
import { UploadPanel } from "#app/components/statements/upload-panel.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { withQuery } from "#app/lib/query-string.ts";
import { paths } from "#app/paths.ts";
import { presentStatement } from "#app/presenters/statement.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { StatementsQuery } from "#app/schemas/statements.ts";
import { listPlatforms } from "#app/services/platforms/list-platforms.server.ts";
import { listSampleStatements } from "#app/services/sample-statements/sample-statements.server.ts";
import { listStatements } from "#app/services/statements/list-statements.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { handleUpload } from "./statement-upload.server.ts";

export const handle: PageHandle = {
  title: "Statements",
  description: "Files of your brokers, matched with your claims.",
};

export const loader = page(requireMember("statements:read"), async ({ request, member }) => {
  const { workspace, role } = member;
  const { searchParams } = new URL(request.url);
  const query = StatementsQuery.catch({ page: 1, limit: 20 }).parse(Object.fromEntries(searchParams));
  const [{ found, pagination }, platforms, samples] = await Promise.all([
    listStatements({ workspaceId: workspace.id, ...query }),
    listPlatforms(workspace.id),
    listSampleStatements(workspace.id),
  ]);
  return {
    statements: found.map(presentStatement),
    pagination,
    platforms: platforms.map(({ id, name }) => ({ value: id, label: name })),
    // The broker that a link chose.
    platformId: searchParams.get("platform"),
    samples,
    canUpload: isAllowed(role, "statements:write"),
    timeZone: workspace.timeZone,
    now: new Date().toISOString(),
  };
});

export const clientAction = keepPageOnError(() => messages.statements.uploadFailed);

export const action = page(requireMember("statements:write"), async ({ request, member }) =>
  handleUpload(request, member),
);

export default function Statements() {
  const { statements, pagination, platforms, platformId, samples, canUpload, ...view } =
    useLoaderData<typeof loader>();
  return (
    <Page>
      <SectionHeader of="statements" />
      {canUpload ? <UploadPanel key={platformId} platforms={platforms} platformId={platformId} /> : null}
      {canUpload && samples.length > 0 ? <SampleStatements samples={samples} /> : null}
      {statements.length > 0 ? (
        <StatementList statements={statements} view={view} />
      ) : (
        <EmptyState title="No statements yet">
          Download the list of deposits from your broker's partner area and upload it here. Each claim is
          matched by account number, email or phone, and checked with a few clicks. We recommend a file at
          least twice a week: ad platforms accept events for a few days only. Claims too late to send still
          count towards your truth rate and commission.
        </EmptyState>
      )}
      {pagination.pages > 1 ? (
        <Pagination
          pagination={pagination}
          toPage={(number) => withQuery(paths.statements(), { page: number === 1 ? null : number })}
        />
      ) : null}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
