import { fn, literal, Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import { formatAmount } from "#app/lib/money.ts";
import { Submission, type Workspace } from "#app/models/index.server.ts";
import type { BulkPlan } from "#app/schemas/bulk.ts";
import { sumAmounts } from "#app/services/submissions/sum-submissions.server.ts";
import { type BulkSelection, changedFrom, toSelectionWhere } from "./bulk-selection.server.ts";

type Row = { status: SubmissionStatus; isWithdrawn: number; time: "none" | "late" | "open"; count: number };

/** What deciding the selected submissions would do. Changes nothing. */
export async function planBulk({
  workspace,
  selection,
  status,
}: {
  workspace: Pick<Workspace, "id" | "timeZone">;
  selection: BulkSelection;
  status: SubmissionStatus;
}): Promise<BulkPlan> {
  const where = toSelectionWhere(workspace, selection);
  const rows = await countByKind(where);
  const { parts, unlikely } = await sumAmounts({ [Op.and]: [where, changing(status)] });
  const count = (matches: (row: Row) => boolean) =>
    rows.filter(matches).reduce((sum, row) => sum + Number(row.count), 0);
  const isRefused = (row: Row) => Number(row.isWithdrawn) === 1 && row.status !== "handled";
  const changes = (row: Row) => row.status === changedFrom(status) && !isRefused(row);
  const isSending = status === "handled";
  return {
    total: count(() => true),
    wouldChange: count(changes),
    wouldSend: isSending ? count((row) => changes(row) && row.time === "open") : 0,
    expired: isSending ? count((row) => changes(row) && row.time === "late") : 0,
    alreadySent: count((row) => row.status === "handled"),
    refused: count(isRefused),
    sum: parts.map(({ amount, currency }) => ({ amount: formatAmount(amount, currency), currency })),
    unlikely,
  };
}

const changing = (status: SubmissionStatus): WhereOptions => ({
  status: changedFrom(status),
  withdrawnAt: null,
  erasedAt: null,
});

async function countByKind(where: WhereOptions): Promise<Row[]> {
  const now = escapeValue(new Date());
  const rows = await retryRead(() =>
    Submission.findAll({
      where,
      attributes: [
        "status",
        [literal("withdrawnAt IS NOT NULL OR erasedAt IS NOT NULL"), "isWithdrawn"],
        [
          literal(
            `CASE WHEN sendBefore IS NULL THEN 'none' WHEN sendBefore <= ${now} THEN 'late' ELSE 'open' END`,
          ),
          "time",
        ],
        [fn("COUNT", literal("*")), "count"],
      ],
      group: ["status", "isWithdrawn", "time"],
      raw: true,
    }),
  );
  return rows as unknown as Row[];
}
