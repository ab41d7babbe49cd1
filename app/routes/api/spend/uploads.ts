import { endpoint, get, post } from "#app/http/api/endpoint.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { STATEMENT_MAX_BYTES } from "#app/lib/statements.ts";
import { presentSpendImport } from "#app/presenters/spend.ts";
import { SpendImportsQuery, SpendImportsResponse, UploadedSpendResponse } from "#app/schemas/spend.ts";
import { getSpendImport, listSpendImports } from "#app/services/spend/spend-imports.server.ts";
import { uploadSpendFiles } from "#app/services/spend/upload-spend.server.ts";

const path = "/api/spend/uploads";

const handle = endpoint(
  get({
    path,
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
  post({
    path,
    summary: "Upload exports of an ad platform: CSV, TSV, TXT, XLSX, ODS or a ZIP of them",
    description:
      "The file is read in the background: ask for the import until its status is ready, columns or failed. The same bytes are a 200 with the earlier import, unless that failed or was deleted. A later file replaces what is there of its campaigns and days.",
    auth: "user",
    action: "spend:write",
    upload: { field: "file", maxBytes: STATEMENT_MAX_BYTES, isStored: true },
    status: 201,
    isRepeated: ({ isNew }) => !isNew,
    errors: { 409: ["too_many_files"] },
    response: UploadedSpendResponse,
    run: async ({ access, workspace, files }) => {
      if (files.length === 0) throw new Invalid([{ field: "file", message: "The file is empty." }]);
      const { uploaded } = await uploadSpendFiles({ access, files });
      const imports = await Promise.all(
        uploaded.map(async ({ id }) =>
          presentSpendImport(await getSpendImport({ workspaceId: workspace.id, importId: id })),
        ),
      );
      return { imports, isNew: uploaded.some((one) => one.isNew) };
    },
  }),
);

export const loader = handle;
export const action = handle;
