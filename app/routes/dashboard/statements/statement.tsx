import { useLoaderData, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { ColumnsPanel } from "#app/components/statements/columns-panel.tsx";
import { DecidePanel } from "#app/components/statements/decide-panel.tsx";
import { MatchGroups } from "#app/components/statements/match-groups.tsx";
import { StatementFacts } from "#app/components/statements/statement-facts.tsx";
import { isWorking } from "#app/components/statements/statement-state.ts";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { handleStatementForm } from "./statement-forms.server.ts";
import { loadStatementPage } from "./statement-page.server.ts";

const REFRESH_MS = 2_000;

export const handle: PageHandle<{ statement: { fileName: string } }> = {
  title: (loaded) => loaded?.statement.fileName ?? "Statement",
  description: "What a broker's file says of your claims.",
};

export const loader = page(requireMember("submissions:read"), async ({ request, params, member }) =>
  loadStatementPage(member, params.statementId ?? "", new URL(request.url).searchParams),
);

export const clientAction = keepPageOnError(() => messages.statements.decideFailed);

export const action = page(requireMember("submissions:write"), async ({ request, params, member }) =>
  handleStatementForm(request, member, params.statementId ?? ""),
);

export default function StatementPage() {
  const { statement, group, matches, pagination, firstRows, plan, undoUntil, canDecide, ...view } =
    useLoaderData<typeof loader>();
  useRefresh(isWorking(statement));
  return (
    <Page errors={{ absent: ["meanings", "group", "matchId", "status", "version"] }}>
      <PageHeader
        title={<bdi>{statement.fileName}</bdi>}
        parent={{ to: paths.statements(), label: "Statements" }}
      />
      <StatementFacts statement={statement} canDelete={canDecide} view={view} />
      <DecidePanel
        statement={statement}
        plan={plan}
        undoUntil={undoUntil}
        canDecide={canDecide}
        view={view}
      />
      {statement.groups && pagination ? (
        <MatchGroups
          statement={statement}
          group={group}
          matches={matches}
          pagination={pagination}
          canDecide={canDecide}
          view={view}
        />
      ) : null}
      {firstRows.length > 0 ? (
        <ColumnsPanel statement={statement} rows={firstRows} canChange={canDecide} />
      ) : null}
    </Page>
  );
}

/** Loads the page again while a job works on it. Without script its reader reloads it. */
function useRefresh(isActive: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(revalidate, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isActive, revalidate]);
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
