import { z } from "zod";
import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { FileResponse } from "#app/http/file-response.server.ts";
import { ProofFile, toProofText } from "#app/lib/proof/proof-file.ts";
import { Id } from "#app/schemas/shared/params.ts";
import { getProof } from "#app/services/proof/get-proof.server.ts";

const handle = endpoint(
  get({
    path: "/api/proofs/{submissionId}",
    summary: "The signed record of a submission, from the confirmation to the ad platform's response",
    description:
      "A file that anyone can check with our public keys, without an account. Its signatures cover the values in the canonical form of RFC 8785, so the JSON can be reformatted.",
    auth: "user",
    action: "submissions:read",
    params: z.object({ submissionId: Id.describe("The submission's id") }),
    response: ProofFile,
    fileType: "application/json; charset=utf-8",
    errors: { 404: ["not_found"] },
    run: async ({ workspace, params }) => {
      const proof = await getProof({ workspaceId: workspace.id, submissionId: params.submissionId });
      return new FileResponse({ name: `proof-${params.submissionId}.json`, parts: [toProofText(proof)] });
    },
  }),
);

export const loader = handle;
export const action = handle;
