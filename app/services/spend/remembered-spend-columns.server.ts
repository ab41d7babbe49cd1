import type { Transaction } from "sequelize";
import { SPEND_IMPORTS } from "#app/services/imports/import-kinds.server.ts";
import { listAnswers, rememberAnswers } from "#app/services/imports/remembered-answers.server.ts";
import { mergeColumns } from "#app/services/tables/columns/answer-column.ts";
import type { SpendAnswers, SpendColumns, SpendFile } from "./reading/recognize-spend.ts";

/** What a workspace said of files of spend, the latest first. */
export async function listRememberedSpend(workspaceId: string): Promise<SpendFile["remembered"]> {
  const rows = await listAnswers(SPEND_IMPORTS, workspaceId);
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
  await rememberAnswers<SpendAnswers>(
    SPEND_IMPORTS,
    { workspaceId, headingHash },
    (known) => {
      const columns = mergeColumns(known.columns, answers.columns);
      return { ...known, ...answers, ...(Object.keys(columns).length > 0 ? { columns } : {}) };
    },
    transaction,
  );
}
