import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { StatementDecision, StatementDecisionResponse } from "#app/schemas/statements.ts";
import { decideStatement } from "#app/services/statements/decide-statement.server.ts";
import { planStatement } from "#app/services/statements/plan-statement.server.ts";

const handle = endpoint(
  post({
    path: "/api/statements/{id}/decide",
    summary: "Decide the claims of a group, of matches or of pairs",
    description:
      "Up to a hundred claims are decided before the response. More in the background as a job, whose progress is that of the statement. With dryRun nothing changes: the response says what would happen.",
    auth: "user",
    action: "statements:write",
    params: idParams("statement"),
    body: StatementDecision,
    example: { group: "certain", status: "handled", dryRun: true },
    response: StatementDecisionResponse,
    isAccepted: (response) => "job" in response,
    errors: { 404: ["not_found"], 409: ["changed_meanwhile"] },
    run: async ({ access, workspace, params: { id: statementId }, body: { dryRun, ...decision } }) => {
      if (dryRun) return planStatement({ workspace, statementId, decision });
      return { job: await decideStatement({ access, statementId, decision }) };
    },
  }),
);

export const loader = handle;
export const action = handle;
