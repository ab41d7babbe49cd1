import { anyone } from "#app/http/auth/guards.server.ts";
import { sendFile } from "#app/http/file-response.server.ts";
import { page } from "#app/http/page.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { toProofText } from "#app/lib/proof/proof-file.ts";
import { getProof } from "#app/services/proof/get-proof.server.ts";
import { getByPrivateLink } from "#app/services/submissions/private-links.server.ts";

/** The visitor's copy of the proof, behind the private link. */
export const loader = page(anyone, async ({ params: { slug = "", token = "" }, ...args }) => {
  const { submission } = await getByPrivateLink({ slug, token }).catch((error: unknown) => {
    throw error instanceof NotFound ? new Response(null, { status: 404 }) : error;
  });
  const { id: submissionId, workspaceId } = submission;
  const proof = await getProof({ workspaceId, submissionId, isVisitors: true });
  return sendFile(
    {
      name: `proof-${submissionId}.json`,
      type: "application/json; charset=utf-8",
      parts: [toProofText(proof)],
    },
    args,
  );
});
