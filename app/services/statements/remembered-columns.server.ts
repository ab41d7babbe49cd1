import type { Transaction } from "sequelize";
import type { Statement } from "#app/models/index.server.ts";
import { STATEMENT_IMPORTS } from "#app/services/imports/import-kinds.server.ts";
import { listAnswers, rememberAnswers } from "#app/services/imports/remembered-answers.server.ts";
import { mergeColumns } from "#app/services/tables/columns/answer-column.ts";
import type { Answers, FileColumns } from "./columns/file-columns.ts";
import { hashHeadings, type RememberedFile } from "./columns/recognize-statement.ts";

/** What a workspace remembers of its brokers' files, the latest first. */
export async function listRemembered(workspaceId: string): Promise<RememberedFile[]> {
  const rows = await listAnswers(STATEMENT_IMPORTS, workspaceId);
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
  const said = JSON.parse(answers) as Answers;
  await rememberAnswers<Answers>(
    STATEMENT_IMPORTS,
    { workspaceId, platformId, headingHash: hashHeadings(headingRow) },
    (known) => ({
      ...known,
      ...said,
      ...(byClaims ? { byClaims } : {}),
      ...(known.columns || said.columns ? { columns: mergeColumns(known.columns, said.columns) } : {}),
      ...(known.kinds || said.kinds ? { kinds: { ...known.kinds, ...said.kinds } } : {}),
    }),
    transaction,
  );
}
