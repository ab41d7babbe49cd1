import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { isPaidShown } from "#app/database/queries/statement-matches.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { plusMonths } from "#app/lib/periods.ts";
import { Evidence, PaidCommission } from "#app/models/index.server.ts";
import { countOnce } from "./count-once.ts";

const PAID_COLUMNS = [
  "platformId",
  "statementId",
  "fileName",
  "uploadedAt",
  "line",
  "grain",
  "day",
  "clientHash",
  "submissionIds",
  "amount",
  "fee",
  "currency",
  "paid",
  "paidCurrency",
] as const;

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
      where: { [Op.and]: [{ workspaceId, platformId: [platformId].flat(), day }, isPaidShown()] },
      attributes: PAID_COLUMNS,
    }),
  );
  const rows = [...groupBy(found, (row) => row.platformId).values()].flatMap(countOnce);
  const decided = await findDecided(
    workspaceId,
    rows.flatMap(({ statementId }) => statementId ?? []),
  );
  return rows.map((row) => {
    const claimIds = new Set(JSON.parse(row.submissionIds) as string[]);
    for (const id of decided.get(`${row.statementId} ${row.line}`) ?? []) claimIds.add(id);
    return { ...row, claimIds: [...claimIds] };
  });
}

/** The claims that people decided by a line, which matching may not have found in it. */
async function findDecided(
  workspaceId: string,
  statementIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (statementIds.length === 0) return new Map();
  const evidence = await retryRead(() =>
    findRows(Evidence, {
      where: { workspaceId, statementId: [...new Set(statementIds)], decides: { [Op.ne]: null } },
      attributes: ["decides", "statementId", "lines"],
    }),
  );
  const decided = new Map<string, string[]>();
  for (const { decides, statementId, lines } of evidence)
    for (const line of JSON.parse(lines) as number[]) {
      const key = `${statementId} ${line}`;
      decided.set(key, [...(decided.get(key) ?? []), decides as string]);
    }
  return decided;
}
