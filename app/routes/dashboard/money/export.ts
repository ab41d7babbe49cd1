import { requireMember } from "#app/http/auth/guards.server.ts";
import { chooseMoneyColumns } from "#app/http/cookies/money-columns.server.ts";
import { sendFile } from "#app/http/file-response.server.ts";
import { page } from "#app/http/page.server.ts";
import { regionalCsv } from "#app/lib/csv.ts";
import { exportTypes } from "#app/lib/export-types.ts";
import { writeListFile } from "#app/lib/list-file.server.ts";
import { moneyGroups } from "#app/lib/money-columns.ts";
import { toMoneyTable } from "#app/presenters/money.ts";
import { MoneyExportQuery } from "#app/schemas/money.ts";
import { parseInput } from "#app/schemas/shared/parse-input.ts";
import { readMoney } from "./read-money.server.ts";

/** The table of money as a file: all rows, with the columns that were chosen for the page. */
export const loader = page(
  requireMember("submissions:export", { needsSubscription: true }),
  async ({ request, context, member }) => {
    const { searchParams } = new URL(request.url);
    const { format } = parseInput(MoneyExportQuery, { format: searchParams.get("format") ?? undefined });
    const [{ query, period, money, rows }, { columns }] = await Promise.all([
      readMoney(member, searchParams),
      chooseMoneyColumns(request, "file"),
    ]);
    const { from, to } = period.days;
    const table = toMoneyTable(rows, {
      head: moneyGroups[query.groupBy].label,
      currency: money.currency,
      columns,
      hasBefore: period.compared !== null && query.groupBy !== "day",
    });
    return sendFile(
      {
        name: `money-${from}-${to}.${format}`,
        type: exportTypes[format],
        parts: writeListFile(table, { format, csv: regionalCsv(member.workspace) }),
      },
      { request, context },
    );
  },
);
