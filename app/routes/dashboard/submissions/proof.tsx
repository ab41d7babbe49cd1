import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/layout/document-title.tsx";
import { Page, PageHeader } from "#app/components/layout/page.tsx";
import { RouteErrorBoundary } from "#app/components/layout/route-error.tsx";
import { PrintButton } from "#app/components/proof/print-button.tsx";
import { ProofEntries } from "#app/components/proof/proof-entries.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { DownloadSimpleIcon } from "#app/components/ui/icons.ts";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { presentProof } from "#app/presenters/proof.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { getProof } from "#app/services/proof/get-proof.server.ts";

export const handle: PageHandle = { title: "Proof" };

export const loader = page(async ({ request, params }: LoaderFunctionArgs) => {
  const { workspace } = await requireMember(request, "submissions:read");
  const submissionId = params.submissionId ?? "";
  const proof = await getProof({ workspaceId: workspace.id, submissionId });
  return {
    submissionId,
    keysUrl: proof.keysUrl,
    entries: presentProof(proof, adPlatformName),
    view: { now: proof.exportedAt, timeZone: workspace.timeZone },
  };
});

export default function Proof() {
  const { submissionId, keysUrl, entries, view } = useLoaderData<typeof loader>();
  return (
    <Page>
      <p className={text.small}>
        <Link to={paths.submission({ submissionId })}>Claim</Link>
      </p>
      <PageHeader>
        <h1>Proof</h1>
        <div className={layout.row}>
          <PrintButton />
          <a className={buttonClass({ kind: "primary" })} href={paths.proofFile({ submissionId })}>
            <Icon of={DownloadSimpleIcon} />
            Download the file
          </a>
        </div>
      </PageHeader>
      <p>
        Each step is signed and names the step before it: whoever changes one, leaves it out or adds another
        breaks the record. <a href={paths.proof()}>How to check the file</a>
      </p>
      <p className={text.small}>
        Claim <span className={text.code}>{submissionId}</span>, times in {view.timeZone}. Public keys:{" "}
        <a className={text.code} href={paths.proofKeys()}>
          {keysUrl}
        </a>
      </p>
      <ProofEntries entries={entries} view={view} />
    </Page>
  );
}

export function ErrorBoundary() {
  return <RouteErrorBoundary fact="Failed to load the proof" />;
}
