import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { isShown } from "#app/database/queries/statement-matches.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { plusMonths } from "#app/lib/periods.ts";
import { PaidCommission } from "#app/models/index.server.ts";
import { countOnce } from "#app/services/client-facts/count-once.ts";
import { CLIENT_PAID_COLUMNS } from "#app/services/client-facts/find-client-facts.server.ts";
import { findDecided } from "#app/services/client-facts/find-decided.server.ts";
import { joinClients } from "#app/services/client-facts/join-clients.ts";

const PAID_COLUMNS = [...CLIENT_PAID_COLUMNS, "fee", "platformId"] as const;

/** A row that a broker pays for, with the claims that it is about. */
export type PaidClaims = Pick<PaidCommission, (typeof PAID_COLUMNS)[number]> & { claimIds: string[] };

/** How many months a row may be before its claim, or after it. */
const [BEFORE, AFTER] = [2, 1];

/** Each counted row of a month of a broker, or of several, and of the months around it. */
export async function findPaidRows({
  workspaceId,
  platformId,
  month,
}: {
  workspaceId: string;
  platformId: string | readonly string[];
  month: string;
}): Promise<PaidClaims[]> {
  const day = { [Op.between]: [`${plusMonths(month, -BEFORE)}-01`, `${plusMonths(month, AFTER)}-31`] };
  const found = await retryRead(() =>
    findRows(PaidCommission, {
      where: { [Op.and]: [{ workspaceId, platformId: [platformId].flat(), day }, isShown("PaidCommission")] },
      attributes: PAID_COLUMNS,
    }),
  );
  const decidedBy = await findDecided(workspaceId, found);
  const rows = found.map((row) => {
    const claimIds = new Set([...(JSON.parse(row.submissionIds) as string[]), ...decidedBy(row)]);
    return { ...row, saidAt: row.uploadedAt, claimIds: [...claimIds] };
  });
  return [...groupBy(rows, (row) => row.platformId).values()].flatMap((own) => countOnce(joinClients(own)));
}
