import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { presentEvidence } from "#app/presenters/evidence.ts";
import { EvidenceListResponse, EvidenceQuery } from "#app/schemas/evidence.ts";
import { listEvidence } from "#app/services/evidence/list-evidence.server.ts";

const handle = endpoint(
  get({
    path: "/api/evidence",
    summary: "What brokers say of your claims, and of clients without one, the newest first",
    description:
      "From statements, postbacks and brokers' own answers, each with the reasons for and against it. Up to 100 at once.",
    auth: "user",
    action: "evidence:read",
    query: EvidenceQuery,
    response: EvidenceListResponse,
    run: async ({ workspace, query }) => {
      const { found, nextCursor } = await listEvidence(workspace, query);
      return { evidence: found.map(presentEvidence), nextCursor };
    },
  }),
);

export const loader = handle;
export const action = handle;
