import { useLoaderData } from "@remix-run/react";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { PairList } from "#app/components/statements/pair-list.tsx";
import { groupHints } from "#app/components/statements/statement-state.ts";
import { WaitingPanel } from "#app/components/statements/waiting-panel.tsx";
import { ReviewKeys } from "#app/components/submissions/review-keys.tsx";
import text from "#app/components/ui/text.module.css";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { handlePairsForm, loadPairsPage } from "./pairs-page.server.ts";

export const handle: PageHandle = {
  title: "Possible matches",
  description: "Claims without a number, beside clients of a broker's file who may be theirs.",
};

export const loader = page(requireMember("statements:read"), async ({ request, params, member }) =>
  loadPairsPage(member, params.statementId ?? "", new URL(request.url).searchParams),
);

export const clientAction = keepPageOnError(() => messages.statements.pairFailed);

export const action = page(requireMember("statements:write"), async ({ request, params, member }) =>
  handlePairsForm(request, member, params.statementId ?? ""),
);

export default function PairsPage() {
  const { statement, pairs, pagination, waiting, canDecide, hasKeys, ...view } =
    useLoaderData<typeof loader>();
  return (
    <ReviewKeys isOn={hasKeys}>
      <Page errors={{ absent: ["submissionId", "line", "matchId", "pairs", "version"] }}>
        <PageHeader
          title="Possible matches"
          parent={{ to: paths.statement({ id: statement.id }), label: statement.fileName }}
        />
        <p className={text.secondary}>
          {groupHints.pairs} A match that you confirm verifies the claim with that line.
        </p>
        <WaitingPanel waiting={waiting} kept={null} canDecide={canDecide} view={view} />
        <PairList statement={statement} pairs={pairs} pagination={pagination} canDecide={canDecide} />
      </Page>
    </ReviewKeys>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
