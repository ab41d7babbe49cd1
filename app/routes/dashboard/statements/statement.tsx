import { Link, type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { ColumnsPanel } from "#app/components/statements/columns-panel.tsx";
import { DecidePanel } from "#app/components/statements/decide-panel.tsx";
import { KindsPanel } from "#app/components/statements/kinds-panel.tsx";
import { MatchGroups } from "#app/components/statements/match-groups.tsx";
import { RejectMissingForm } from "#app/components/statements/reject-missing-form.tsx";
import { StatementFacts } from "#app/components/statements/statement-facts.tsx";
import { isWorking } from "#app/components/statements/statement-state.ts";
import { UnclaimedClients } from "#app/components/statements/unclaimed-clients.tsx";
import { WaitingPanel } from "#app/components/statements/waiting-panel.tsx";
import { ReviewKeys } from "#app/components/submissions/review-keys.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { useRefresh } from "#app/components/ui/use-refresh.ts";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { handleStatementForm } from "./statement-forms.server.ts";
import { loadStatementPage } from "./statement-page.server.ts";

export const handle: PageHandle<{ statement: { fileName: string } }> = {
  title: (loaded) => loaded?.statement.fileName ?? "Statement",
  description: "What a broker's file says of your claims.",
};

export const loader = page(requireMember("statements:read"), async ({ request, params, member }) =>
  loadStatementPage(member, params.statementId ?? "", new URL(request.url).searchParams),
);

export const clientAction = keepPageOnError(() => messages.statements.decideFailed);

export const action = page(requireMember("statements:write"), async ({ request, params, member }) =>
  handleStatementForm(request, member, params.statementId ?? ""),
);

const ABSENT = ["meanings", "group", "matchId", "matchIds", "pairs", "status", "version"];

/** After a refusal because of another window too: the page then shows what that one saved. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;

export default function StatementPage() {
  const loaded = useLoaderData<typeof loader>();
  const { statement, certain, doubted, waiting, kept, firstRows, canDecide, timeZone, now } = loaded;
  const view = { timeZone, now };
  useRefresh(isWorking(statement));
  return (
    <ReviewKeys isOn={loaded.hasKeys}>
      <Page errors={{ absent: ABSENT, except: ["rejectMissing"] }}>
        <PageHeader
          title={<bdi>{statement.fileName}</bdi>}
          parent={{ to: paths.statements(), label: "Statements" }}
        />
        <StatementFacts statement={statement} canDelete={canDecide} view={view} />
        <WaitingPanel waiting={waiting} kept={kept} canDecide={canDecide} view={view} />
        {certain ? (
          <DecidePanel statement={statement} batch={certain} canDecide={canDecide} view={view} />
        ) : null}
        {canDecide && statement.reading && statement.reading.unknownKinds.length > 0 ? (
          <KindsPanel words={statement.reading.unknownKinds} />
        ) : null}
        {loaded.pairCount > 0 ? <PairsNote id={statement.id} count={loaded.pairCount} /> : null}
        {loaded.pagination ? (
          <MatchGroups {...loaded} pagination={loaded.pagination} view={view}>
            {doubted.map((batch) => (
              <DecidePanel
                key={batch.doubt}
                statement={statement}
                batch={batch}
                canDecide={canDecide}
                view={view}
              />
            ))}
            {canDecide && loaded.missing > 0 ? (
              <RejectMissingForm statement={statement} count={loaded.missing} />
            ) : null}
            {loaded.group === "unmatchedRows" ? (
              <UnclaimedClients statement={statement} names={loaded.unclaimed} />
            ) : null}
          </MatchGroups>
        ) : null}
        {firstRows.length > 0 || statement.sheets.length > 1 ? (
          <ColumnsPanel
            key={`${statement.version} ${loaded.seen}`}
            statement={statement}
            seen={loaded.seen}
            rows={firstRows}
            choices={loaded.choices}
            canChange={canDecide}
          />
        ) : null}
      </Page>
    </ReviewKeys>
  );
}

function PairsNote({ id, count }: { id: string; count: number }) {
  return (
    <Alert action={<Link to={paths.statementPairs({ id })}>Look at them</Link>}>
      <b>{count === 1 ? "1 possible match:" : `${formatNumber(count)} possible matches:`}</b> claims without
      an account number that fit clients in this file by day, amount and country.
    </Alert>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
