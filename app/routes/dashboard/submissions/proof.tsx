import { useLoaderData } from "@remix-run/react";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { ProofEntries } from "#app/components/proof/proof-entries.tsx";
import { ProofHeader } from "#app/components/proof/proof-header.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { presentProof } from "#app/presenters/proof.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { getProof } from "#app/services/proof/get-proof.server.ts";

export const handle: PageHandle = {
  title: "Proof",
  description: "The signed record of a claim, from the confirmation to the ad platform’s response.",
};

export const loader = page(requireMember("submissions:read"), async ({ params, member }) => {
  const { workspace } = member;
  const submissionId = params.submissionId ?? "";
  const proof = await getProof({ workspaceId: workspace.id, submissionId });
  return {
    submissionId,
    keysUrl: proof.keysUrl,
    entries: presentProof(proof, adPlatformName),
    timeZone: workspace.timeZone,
  };
});

export default function Proof() {
  const { submissionId, keysUrl, entries, timeZone } = useLoaderData<typeof loader>();
  return (
    <Page>
      <ProofHeader submissionId={submissionId} keysUrl={keysUrl} timeZone={timeZone} />
      <ProofEntries entries={entries} timeZone={timeZone} />
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
