import { endpoint, get, post } from "#app/http/api/endpoint.server.ts";
import { presentSpendFigures, presentSpendImport, presentSpendRow } from "#app/presenters/spend.ts";
import { ManualSpend, OneSpendImportResponse, SpendQuery, SpendResponse } from "#app/schemas/spend.ts";
import { addSpend } from "#app/services/spend/add-spend.server.ts";
import { getSpend } from "#app/services/spend/get-spend.server.ts";
import { readSpendPeriod } from "#app/services/spend/read-spend-period.server.ts";
import { getSpendImport } from "#app/services/spend/spend-imports.server.ts";

const path = "/api/spend";

const handle = endpoint(
  get({
    path,
    summary: "What ads cost in a range of days by campaign, source, account, file or day",
    description:
      "Amounts are converted at the rate of their day. Where one has no rate, spend is null and sums has the amounts as they were paid.",
    auth: "user",
    action: "spend:read",
    query: SpendQuery,
    response: SpendResponse,
    run: async ({ workspace, query: { period, from, to, groupBy, page, limit, ...filters } }) => {
      const { days } = await readSpendPeriod(workspace, { period, from, to, compare: "none" });
      const { currency } = workspace;
      const { rows, totals, pagination } = await getSpend({
        workspace,
        days,
        groupBy,
        filters,
        page,
        limit,
      });
      return {
        ...days,
        groupBy,
        currency,
        pagination,
        rows: rows.map((row) => presentSpendRow(row, currency)),
        totals: presentSpendFigures(totals, currency),
      };
    },
  }),
  post({
    path,
    summary: "Add an amount by hand, for a day or a period",
    description:
      "For what no ad platform bills, such as an influencer's fee. It counts under its source, spread evenly over its days.",
    auth: "user",
    action: "spend:write",
    body: ManualSpend,
    example: {
      name: "Fee of Ana, three stories",
      amount: "450.00",
      currency: "EUR",
      from: "2026-11-01",
      to: "2026-11-30",
      source: "instagram",
    },
    status: 201,
    response: OneSpendImportResponse,
    run: async ({ access, workspace, body: spend }) => {
      const importId = await addSpend({ access, spend });
      return { import: presentSpendImport(await getSpendImport({ workspaceId: workspace.id, importId })) };
    },
  }),
);

export const loader = handle;
export const action = handle;
