import { requireMember } from "#app/http/auth/guards.server.ts";
import { sendFile } from "#app/http/file-response.server.ts";
import { page } from "#app/http/page.server.ts";
import { regionalCsv } from "#app/lib/csv.ts";
import { exportTypes } from "#app/lib/export-types.ts";
import { writeListFile } from "#app/lib/list-file.server.ts";
import { toCommissionTable } from "#app/presenters/commission.ts";
import { CommissionExportQuery } from "#app/schemas/commissions.ts";
import { parseInput } from "#app/schemas/shared/parse-input.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { getMonthCommissions } from "#app/services/statements/paid/month-commissions.server.ts";
import { readCommissionsQuery } from "./commission-page.server.ts";

/** A broker's month as a file. */
export const loader = page(
  requireMember("submissions:export"),
  async ({ request, context, params: { platformId = "" }, member }) => {
    const { workspace } = member;
    const { searchParams } = new URL(request.url);
    const platform = await getPlatform({ workspaceId: workspace.id, platformId });
    const { query } = readCommissionsQuery(member, searchParams);
    const { format } = parseInput(CommissionExportQuery, { format: searchParams.get("format") ?? undefined });
    const month = await getMonthCommissions({ workspace, platform, month: query.month });
    return sendFile(
      {
        name: `commission-${query.month}.${format}`,
        type: exportTypes[format],
        parts: writeListFile(toCommissionTable(month), { format, csv: regionalCsv(workspace) }),
      },
      { request, context },
    );
  },
);
