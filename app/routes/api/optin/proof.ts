import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { FileResponse } from "#app/http/file-response.server.ts";
import { ProofFile, toProofText } from "#app/lib/proof/proof-file.ts";
import { IdParams } from "#app/schemas/shared/params.ts";
import { getProof } from "#app/services/proof/get-proof.server.ts";

const handle = endpoint(
  get({
    path: "/api/optin/dashboard/submissions/{id}/proof",
    summary: "The signed record of a submission, from the confirmation to the ad platform's response",
    auth: "user",
    action: "submissions:read",
    params: IdParams,
    response: ProofFile,
    fileType: "application/json; charset=utf-8",
    errors: { 404: ["not_found"] },
    run: async ({ workspace, params }) => {
      const proof = await getProof({ workspaceId: workspace.id, submissionId: params.id });
      return new FileResponse({ name: `proof-${params.id}.json`, parts: [toProofText(proof)] });
    },
  }),
);

export const loader = handle;
export const action = handle;
