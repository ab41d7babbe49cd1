import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { presentSpendImport } from "#app/presenters/spend.ts";
import { SpendImportsQuery, SpendImportsResponse } from "#app/schemas/spend.ts";
import { listSpendImports } from "#app/services/spend/spend-imports.server.ts";

const handle = endpoint(
  get({
    path: "/api/spend/uploads",
    summary: "The files of spend and the amounts by hand, the newest first",
    description: "Spend that a connected account reads itself is in none of them.",
    auth: "user",
    action: "spend:read",
    query: SpendImportsQuery,
    response: SpendImportsResponse,
    run: async ({ workspace, query: { page, limit } }) => {
      const { imports, pagination } = await listSpendImports({ workspaceId: workspace.id, page, limit });
      return { imports: imports.map(presentSpendImport), pagination };
    },
  }),
);

export const loader = handle;
export const action = handle;
