import { type Transaction, UniqueConstraintError } from "sequelize";
import { RememberedColumns, type Statement } from "#app/models/index.server.ts";
import { mergeColumns } from "#app/services/tables/columns/answer-column.ts";
import type { Answers, FileColumns } from "./columns/file-columns.ts";
import { hashHeadings, type RememberedFile } from "./columns/recognize-statement.ts";

/** More kinds of file than an owner's brokers have. */
const REMEMBERED_MAX = 500;

/** What a workspace remembers of its brokers' files, the latest first. */
export async function listRemembered(workspaceId: string): Promise<RememberedFile[]> {
  const rows = await RememberedColumns.findAll({
    where: { workspaceId },
    order: [["updatedAt", "DESC"]],
    limit: REMEMBERED_MAX,
    raw: true,
  });
  return rows.map(({ platformId, headingHash, answers }) => ({
    platformId,
    headingHash,
    answers: JSON.parse(answers) as Answers,
  }));
}

/** The next file of the broker with the same headings is read the same way. */
export async function remember(
  { workspaceId, platformId, answers }: Statement,
  { headingRow, byClaims }: Pick<FileColumns, "headingRow" | "byClaims">,
  transaction: Transaction,
): Promise<void> {
  if (headingRow === "") return;
  const where = { workspaceId, platformId, headingHash: hashHeadings(headingRow) };
  const before = await RememberedColumns.findOne({ where, transaction });
  const said = JSON.parse(answers) as Answers;
  const known = before ? (JSON.parse(before.answers) as Answers) : {};
  const merged: Answers = {
    ...known,
    ...said,
    ...(byClaims ? { byClaims } : {}),
    ...(known.columns || said.columns ? { columns: mergeColumns(known.columns, said.columns) } : {}),
    ...(known.kinds || said.kinds ? { kinds: { ...known.kinds, ...said.kinds } } : {}),
  };
  const values = { answers: JSON.stringify(merged), updatedAt: new Date() };
  const update = () => RememberedColumns.update(values, { where, transaction });
  if (before) await update();
  else
    await RememberedColumns.create({ ...where, ...values }, { transaction }).catch((error: unknown) => {
      // Another file with these headings is read at the same moment.
      if (error instanceof UniqueConstraintError) return update();
      throw error;
    });
}
