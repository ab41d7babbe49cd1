import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { StatementUndoResponse } from "#app/schemas/statements.ts";
import { undoStatement } from "#app/services/statements/undo-statement.server.ts";

const handle = endpoint(
  post({
    path: "/api/statements/{id}/undo",
    summary: "Undo the decisions of a statement",
    description: "Claims whose first attempt has begun keep their decision and are listed.",
    auth: "user",
    action: "statements:write",
    params: idParams("statement"),
    response: StatementUndoResponse,
    errors: { 404: ["not_found"], 409: ["changed_meanwhile"] },
    run: ({ access, params }) => undoStatement({ access, statementId: params.id }),
  }),
);

export const loader = handle;
export const action = handle;
