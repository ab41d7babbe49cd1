import { del, endpoint } from "#app/http/api/endpoint.server.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { deleteSpendImport } from "#app/services/spend/spend-imports.server.ts";

const handle = endpoint(
  del({
    path: "/api/spend/{id}",
    summary: "Delete a file of spend or an amount by hand, with its rows",
    description: "What the file had replaced counts again.",
    auth: "user",
    action: "spend:write",
    params: idParams("import"),
    status: 204,
    errors: { 404: ["not_found"] },
    run: ({ access, params }) => deleteSpendImport({ access, importId: params.id }),
  }),
);

export const loader = handle;
export const action = handle;
