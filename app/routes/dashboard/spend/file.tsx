import { Link, type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { ReadingPanel } from "#app/components/spend/reading-panel.tsx";
import { ReadingResult } from "#app/components/spend/reading-result.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { useRefresh } from "#app/components/ui/use-refresh.ts";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { currencyCodes } from "#app/lib/money.ts";
import { paths } from "#app/paths.ts";
import { presentSpendImport } from "#app/presenters/spend.ts";
import { spendFileFormFailures } from "#app/schemas/form-failures.ts";

import { answersVersion } from "#app/services/imports/answers-version.server.ts";
import { getSpendImport } from "#app/services/spend/spend-imports.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { handleSpendFileForm } from "./spend-forms.server.ts";

export const handle: PageHandle<{ file: { name: string } }> = {
  title: (loaded) => loaded?.file.name ?? "File of spend",
  description: "How a file of spend is read, and what came of it.",
};

export const loader = page(requireMember("spend:read"), async ({ params, member }) => {
  const { workspace, role } = member;
  const found = await getSpendImport({ workspaceId: workspace.id, importId: params.importId ?? "" });
  return {
    file: presentSpendImport(found),
    seen: answersVersion(found),
    currencies: currencyCodes(),
    canWrite: isAllowed(role, "spend:write"),
    timeZone: workspace.timeZone,
    now: new Date().toISOString(),
  };
});

export const clientAction = keepPageOnError((intent) => spendFileFormFailures[intent]);

export const action = page(requireMember("spend:write"), async ({ request, params, member }) =>
  handleSpendFileForm(request, member, params.importId ?? ""),
);

/** After a refusal because of another window too: the page then shows what that one saved. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;

export default function SpendFile() {
  const { file, seen, currencies, canWrite, timeZone, now } = useLoaderData<typeof loader>();
  const { id, from, to } = file;
  useRefresh(file.status === "reading");
  // A file that is being read, that failed or that is deleted takes no answers.
  const isAnswerable = file.fileDeletedAt === null && (file.status === "columns" || file.status === "ready");
  return (
    <Page errors={{ absent: ["meanings"] }}>
      <PageHeader
        title={<bdi>{file.name}</bdi>}
        parent={{ to: paths.spend(from && to ? { from, to } : {}), label: "Ad spend" }}
      />
      <Panel title="Import">
        <PanelBody>
          {file.status === "reading" ? (
            <Alert role="status" action={<Link to={paths.spendFile({ id })}>Refresh</Link>}>
              Being read…
            </Alert>
          ) : null}
          <ReadingResult file={file} view={{ timeZone, now }} />
          <div className={layout.row}>
            {file.counted.length > 0 && from && to ? (
              <>
                <ButtonLink kind="primary" to={paths.money({ from, to })}>
                  See what a deposit cost
                </ButtonLink>{" "}
                <ButtonLink to={paths.spendRows({ import: id, from, to })}>Show its rows</ButtonLink>
              </>
            ) : null}{" "}
            {canWrite ? (
              <ConfirmedPost
                intent="delete"
                label="Delete file"
                pending="Deleting"
                summary="Delete file…"
                title="Delete this file?"
                opensAt="start"
              >
                <p>Its rows are taken out of all sums. What it had replaced counts again.</p>
              </ConfirmedPost>
            ) : null}
          </div>
        </PanelBody>
      </Panel>
      {isAnswerable && (file.columns.length > 0 || file.questions.length > 0) ? (
        <ReadingPanel key={`${file.status} ${seen}`} {...{ file, seen, currencies, canWrite }} />
      ) : null}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
