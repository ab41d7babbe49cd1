import { del, endpoint, get, patch } from "#app/http/api/endpoint.server.ts";
import { presentStatement } from "#app/presenters/statement.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { StatementAnswers } from "#app/schemas/statement-reading.ts";
import { OneStatementResponse } from "#app/schemas/statements.ts";
import { answerStatement } from "#app/services/statements/answer-statement.server.ts";
import { deleteStatement, getStatement } from "#app/services/statements/list-statements.server.ts";

const path = "/api/statements/{id}";

const handle = endpoint(
  get({
    path,
    summary: "A statement, how it is read and what was found in it",
    description: "The status tells how far it is. With columns, a question is open, which PATCH answers.",
    auth: "user",
    action: "statements:read",
    params: idParams("statement"),
    response: OneStatementResponse,
    errors: { 404: ["not_found"] },
    run: async ({ workspace, params }) => ({
      statement: presentStatement(await getStatement({ workspaceId: workspace.id, statementId: params.id })),
    }),
  }),
  patch({
    path,
    summary: "Say how a statement is read; it is then matched again",
    description:
      "What is given replaces what was recognized, and is remembered for the broker's files with the same headings. What was decided stays.",
    auth: "user",
    action: "statements:write",
    params: idParams("statement"),
    body: StatementAnswers,
    example: { columns: [{ index: 1, meaning: "account" }], dateOrder: "day-first", timeZone: "UTC" },
    response: OneStatementResponse,
    errors: { 404: ["not_found"], 409: ["changed_meanwhile"] },
    run: async ({ access, workspace, params: { id: statementId }, body: answers }) => {
      await answerStatement({ access, statementId, answers });
      return { statement: presentStatement(await getStatement({ workspaceId: workspace.id, statementId })) };
    },
  }),
  del({
    path,
    summary: "Delete a statement with its file and rows",
    description: "Its decisions stay, with the name and the hash of the file.",
    auth: "user",
    action: "statements:write",
    params: idParams("statement"),
    status: 204,
    errors: { 404: ["not_found"] },
    run: ({ access, params }) => deleteStatement({ access, statementId: params.id }),
  }),
);

export const loader = handle;
export const action = handle;
