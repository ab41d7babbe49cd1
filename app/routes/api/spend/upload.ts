import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { presentSpendImport } from "#app/presenters/spend.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { OneSpendImportResponse } from "#app/schemas/spend.ts";
import { getSpendImport } from "#app/services/spend/spend-imports.server.ts";

const handle = endpoint(
  get({
    path: "/api/spend/uploads/{id}",
    summary: "A file of spend or an amount by hand, and how far it is",
    description: "Its rows count in the sums of spend once its status is ready.",
    auth: "user",
    action: "spend:read",
    params: idParams("import"),
    response: OneSpendImportResponse,
    errors: { 404: ["not_found"] },
    run: async ({ workspace, params }) => ({
      import: presentSpendImport(await getSpendImport({ workspaceId: workspace.id, importId: params.id })),
    }),
  }),
);

export const loader = handle;
export const action = handle;
