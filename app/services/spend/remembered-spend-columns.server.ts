import { type Transaction, UniqueConstraintError } from "sequelize";
import { RememberedSpendColumns } from "#app/models/index.server.ts";
import { mergeColumns } from "#app/services/tables/columns/answer-column.ts";
import type { SpendAnswers, SpendColumns, SpendFile } from "./reading/recognize-spend.ts";

/** More kinds of file than a workspace has. */
const REMEMBERED_MAX = 500;

/** What a workspace said of files of spend, the latest first. */
export async function listRememberedSpend(workspaceId: string): Promise<SpendFile["remembered"]> {
  const rows = await RememberedSpendColumns.findAll({
    where: { workspaceId },
    order: [["updatedAt", "DESC"]],
    limit: REMEMBERED_MAX,
    raw: true,
  });
  return rows.map(({ headingHash, answers }) => ({
    headingHash,
    answers: JSON.parse(answers) as SpendAnswers,
  }));
}

/** The next file with the same headings is read the same way. */
export async function rememberSpend(
  { workspaceId, said }: { workspaceId: string; said: SpendAnswers },
  { headingHash, headerLine }: Pick<SpendColumns, "headingHash" | "headerLine">,
  transaction: Transaction,
): Promise<void> {
  // These are true of one file only.
  const { period: _period, accountId: _account, campaigns: _campaigns, ...answers } = said;
  if (headerLine === null || Object.keys(answers).length === 0) return;
  const where = { workspaceId, headingHash };
  const before = await RememberedSpendColumns.findOne({ where, transaction });
  const known = before ? (JSON.parse(before.answers) as SpendAnswers) : {};
  const columns = mergeColumns(known.columns, answers.columns);
  const merged = { ...known, ...answers, ...(Object.keys(columns).length > 0 ? { columns } : {}) };
  const values = { answers: JSON.stringify(merged), updatedAt: new Date() };
  const update = () => RememberedSpendColumns.update(values, { where, transaction });
  if (before) await update();
  else
    await RememberedSpendColumns.create({ ...where, ...values }, { transaction }).catch((error: unknown) => {
      // Another file with these headings is read at the same moment.
      if (error instanceof UniqueConstraintError) return update();
      throw error;
    });
}
