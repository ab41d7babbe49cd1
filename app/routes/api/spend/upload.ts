import { endpoint, get, patch } from "#app/http/api/endpoint.server.ts";
import { presentSpendImport } from "#app/presenters/spend.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { OneSpendImportResponse } from "#app/schemas/spend.ts";
import { SpendFileInput } from "#app/schemas/spend-files.ts";
import { answerSpendFile } from "#app/services/spend/answer-spend.server.ts";
import { getSpendImport } from "#app/services/spend/spend-imports.server.ts";

const path = "/api/spend/uploads/{id}";

const handle = endpoint(
  get({
    path,
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
  patch({
    path,
    summary: "Say how a file of spend is read; it is then read again",
    description:
      "What is given replaces what was recognized, and is remembered for files with the same headings. Its rows replace those that it had.",
    auth: "user",
    action: "spend:write",
    params: idParams("import"),
    body: SpendFileInput,
    example: { columns: [{ index: 1, meaning: "campaign" }], currency: "EUR" },
    response: OneSpendImportResponse,
    errors: { 404: ["not_found"], 409: ["changed_meanwhile"] },
    run: async ({ access, workspace, params: { id: importId }, body: answers }) => {
      await answerSpendFile({ access, importId, answers });
      return { import: presentSpendImport(await getSpendImport({ workspaceId: workspace.id, importId })) };
    },
  }),
);

export const loader = handle;
export const action = handle;
