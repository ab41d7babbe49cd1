import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { IdParams } from "#app/schemas/shared/params.ts";
import { StatementDecision, StatementDecisionResponse } from "#app/schemas/statements.ts";
import { decideStatement, planStatement } from "#app/services/statements/decide-statement.server.ts";

const handle = endpoint(
  post({
    path: "/api/statements/{id}/decide",
    summary:
      "Decide the claims of a group or of matches in the background; with dryRun only what would happen",
    auth: "user",
    action: "submissions:write",
    params: IdParams,
    body: StatementDecision,
    example: { group: "certain", status: "handled", dryRun: true },
    response: StatementDecisionResponse,
    isAccepted: (response) => "job" in response,
    errors: { 404: ["not_found"], 409: ["changed_meanwhile"] },
    run: async ({ access, params: { id: statementId }, body: { dryRun, ...decision } }) => {
      if (dryRun) return planStatement({ access, statementId, decision });
      return { job: await decideStatement({ access, statementId, decision }) };
    },
  }),
);

export const loader = handle;
export const action = handle;
