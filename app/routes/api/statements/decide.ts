import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { StatementDecision, StatementDecisionResponse } from "#app/schemas/statements.ts";
import { decideStatement, planStatement } from "#app/services/statements/decide-statement.server.ts";

const handle = endpoint(
  post({
    path: "/api/statements/{id}/decide",
    summary: "Decide the claims of a group or of matches",
    description:
      "Runs in the background as a job, whose progress is that of the statement. With dryRun nothing changes: the response says what would happen.",
    auth: "user",
    action: "submissions:write",
    params: idParams("statement"),
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
