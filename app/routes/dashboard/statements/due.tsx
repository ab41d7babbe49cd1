import { useLoaderData } from "@remix-run/react";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { SectionHeader } from "#app/components/layout/section-header.tsx";
import { DueTable } from "#app/components/statements/due-table.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import text from "#app/components/ui/text.module.css";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { listPlatforms } from "#app/services/platforms/list-platforms.server.ts";
import { findLastUploads, findWaitingBrokers } from "#app/services/statements/due-statements.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

export const handle: PageHandle = {
  title: "Statements due",
  description: "The brokers whose statements are due, and how many claims wait for them.",
};

export const loader = page(requireMember("statements:read"), async ({ member }) => {
  const { workspace, role } = member;
  const now = new Date();
  const [platforms, waiting, uploads] = await Promise.all([
    listPlatforms(workspace.id),
    findWaitingBrokers(workspace.id, now),
    findLastUploads(workspace.id),
  ]);
  return {
    brokers: waiting.flatMap(({ platformId, count, firstExpiresAt, dueAt }) => {
      const platform = platforms.find(({ id }) => id === platformId);
      return platform
        ? {
            platformId,
            name: platform.name,
            count,
            firstExpiresAt: firstExpiresAt.toISOString(),
            dueAt: dueAt.toISOString(),
            lastUploadAt: uploads.get(platformId)?.toISOString() ?? null,
          }
        : [];
    }),
    canUpload: isAllowed(role, "statements:write"),
    timeZone: workspace.timeZone,
    now: now.toISOString(),
  };
});

export default function DueStatements() {
  const { brokers, canUpload, ...view } = useLoaderData<typeof loader>();
  return (
    <Page>
      <SectionHeader of="statements" />
      {brokers.length > 0 ? (
        <>
          <p className={text.secondary}>
            A statement is due two days before the first claim that waits for it can no longer be sent.
          </p>
          <Card>
            <DueTable brokers={brokers} canUpload={canUpload} view={view} />
          </Card>
        </>
      ) : (
        <EmptyState
          title="No statement is due"
          actions={canUpload ? <ButtonLink to={paths.statements()}>Upload a statement</ButtonLink> : null}
        >
          No claim that waits for your check expires in the next days. A statement is due two days before the
          first one does.
        </EmptyState>
      )}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
