import { endpoint, get, post } from "#app/http/api/endpoint.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { STATEMENT_MAX_BYTES } from "#app/lib/statements.ts";
import { presentStatement } from "#app/presenters/statement.ts";
import {
  StatementsQuery,
  StatementsResponse,
  StatementUpload,
  UploadedStatementsResponse,
} from "#app/schemas/statements.ts";
import { getStatement, listStatements } from "#app/services/statements/list-statements.server.ts";
import { assertOwnBroker, uploadStatements } from "#app/services/statements/upload-statement.server.ts";

const path = "/api/statements";

const handle = endpoint(
  get({
    path,
    summary: "The statements of your brokers, the newest first",
    description:
      "Files are deleted 30 days after their upload; what they decided stays, and until day 90 later claims are matched with keyed hashes of their rows.",
    auth: "user",
    action: "statements:read",
    query: StatementsQuery,
    response: StatementsResponse,
    run: async ({ workspace, query: { page, limit } }) => {
      const { found, pagination } = await listStatements({ workspaceId: workspace.id, page, limit });
      return { statements: found.map(presentStatement), pagination };
    },
  }),
  post({
    path,
    summary: "Upload a broker's statement: CSV, TSV, TXT, XLSX, ODS or a ZIP of them",
    description:
      "The file is read and matched in the background: ask for the statement until its status is ready, columns or failed. The same bytes for the same broker are a 200 with the earlier statement, unless that failed or was deleted. A ZIP of up to 20 files is answered with one statement for each.",
    auth: "user",
    action: "statements:write",
    upload: {
      field: "file",
      maxBytes: STATEMENT_MAX_BYTES,
      isStored: true,
      async judge({ workspaceId }, fields) {
        const platformId = fields.get("platformId");
        if (platformId !== null) await assertOwnBroker({ workspaceId, platformId });
      },
    },
    body: StatementUpload,
    status: 201,
    isRepeated: ({ isNew }) => !isNew,
    errors: { 409: ["too_many_files"] },
    response: UploadedStatementsResponse,
    run: async ({ access, workspace, body: { platformId }, files }) => {
      if (files.length === 0) throw new Invalid([{ field: "file", message: "The file is empty." }]);
      const { uploaded, isZip } = await uploadStatements({ access, platformId, files });
      const statements = await Promise.all(
        uploaded.map(async ({ id }) =>
          presentStatement(await getStatement({ workspaceId: workspace.id, statementId: id })),
        ),
      );
      const isNew = uploaded.some((one) => one.isNew);
      const [statement] = statements;
      return isZip || !statement ? { statements, isNew } : { statement, isNew };
    },
  }),
);

export const loader = handle;
export const action = handle;
