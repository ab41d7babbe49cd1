import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { presentMatch } from "#app/presenters/statement.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { StatementMatchesResponse, StatementRowsQuery } from "#app/schemas/statements.ts";
import { getStatement, listMatches } from "#app/services/statements/list-statements.server.ts";

const handle = endpoint(
  get({
    path: "/api/statements/{id}/rows",
    summary: "What was found in a statement, by group",
    description:
      "Each match has its claims, the lines of the file and the reasons for and against it, in plain sentences.",
    auth: "user",
    action: "statements:read",
    params: idParams("statement"),
    query: StatementRowsQuery,
    response: StatementMatchesResponse,
    errors: { 404: ["not_found"] },
    run: async ({ workspace, params, query }) => {
      const { statement } = await getStatement({ workspaceId: workspace.id, statementId: params.id });
      const { found, pagination } = await listMatches({ statement, query });
      return { matches: found.map(presentMatch), pagination };
    },
  }),
);

export const loader = handle;
export const action = handle;
