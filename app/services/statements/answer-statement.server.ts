import { literal, Op, type Transaction, UniqueConstraintError } from "sequelize";
import { readTimeZone } from "#app/lib/dates.ts";
import { Invalid } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import type { ColumnRole } from "#app/lib/statements.ts";
import { ImportPart, Platform, type Statement } from "#app/models/index.server.ts";
import type { StatementAnswers } from "#app/schemas/statement-reading.ts";
import { answerImport, NO_COLUMN } from "#app/services/imports/answer-import.server.ts";
import { STATEMENT_IMPORTS } from "#app/services/imports/import-kinds.server.ts";
import { listChanges, mergeColumns } from "#app/services/tables/columns/answer-column.ts";
import { toPlainWords } from "#app/services/tables/columns/recognize-columns.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";
import type { Answers, FileColumns } from "./columns/file-columns.ts";
import { listChoice } from "./columns/settle-columns.ts";
import { getStatement } from "./list-statements.server.ts";

type Arguments = {
  access: Access;
  statementId: string;
  answers: StatementAnswers;
  seen?: string | undefined;
};

const FILE_ERASED =
  "The file was deleted because a person in it was erased. Delete this statement and upload the file again.";

/**
 * Says how a file is read; a job matches it again, and reads another sheet first. What is answered is
 * remembered for the broker's files with the same headings. What was decided stays.
 * @throws {NotFound | Conflict} as `answerImport`
 */
export async function answerStatement({ access, statementId, answers, seen }: Arguments): Promise<void> {
  try {
    await answerImport(STATEMENT_IMPORTS, {
      access,
      id: statementId,
      given: answers,
      seen,
      // Rows that were read before are only told again, which somebody may change once more.
      answerable: {
        [Op.or]: [
          { state: ["columns", "ready", "matching"] },
          { state: "reading", rowCount: { [Op.gt]: 0 } },
        ],
      },
      async change(found, isOtherSheet) {
        assertTimeZone(answers);
        const change = { result: null, version: literal("version + 1") };
        if (!isOtherSheet) return { ...change, answers: JSON.stringify(mergeAnswers(found, answers)) };
        if ((await ImportPart.count({ where: { importId: found.id } })) === 0)
          throw new Invalid([{ field: "sheet", message: FILE_ERASED }]);
        const ofSheet = { sheet: answers.sheet, rowCount: 0, columns: null };
        return { ...change, ...ofSheet, answers: answersOfSheet(found, answers) };
      },
      complete: (found, transaction) => findPlatform(found, answers.platformId, transaction),
    });
  } catch (error) {
    if (!(error instanceof UniqueConstraintError)) throw error;
    throw new Invalid([{ field: "platformId", message: "This file was already uploaded for that broker" }]);
  }
}

/**
 * Gives a role to a column, and leaves open what else is asked of the file.
 * @throws {NotFound} {Conflict} as an answer does
 */
export async function chooseColumn({
  access,
  statementId,
  role,
  index,
}: Pick<Arguments, "access" | "statementId"> & { role: ColumnRole; index: number }): Promise<void> {
  const { workspaceId } = access;
  const { statement } = await getStatement({ workspaceId, statementId });
  const columns = listChoice(readColumns(statement)?.columns ?? [], role, index);
  if (columns.length === 0) throw new Invalid([NO_COLUMN]);
  await answerStatement({ access, statementId, answers: { columns } });
}

function assertTimeZone({ timeZone }: StatementAnswers): void {
  if (timeZone !== undefined && !/^[+-]\d{2}:\d{2}$/.test(timeZone) && readTimeZone(timeZone) === null)
    throw new Invalid([{ field: "timeZone", message: "Please choose a valid time zone" }]);
}

/** @throws {Invalid} for another workspace's, or an archived one */
async function findPlatform(
  { workspaceId, platformId }: Statement,
  id: string | undefined,
  transaction: Transaction,
): Promise<{ platformId?: string }> {
  if (id === undefined || id === platformId) return {};
  const platform = isId(id)
    ? await Platform.findOne({
        where: { id, workspaceId, archivedAt: null },
        attributes: ["id"],
        transaction,
      })
    : null;
  if (!platform) throw new Invalid([{ field: "platformId", message: "Please choose a broker" }]);
  return { platformId: id };
}

const readColumns = ({ columns }: Pick<Statement, "columns">): FileColumns | null =>
  columns === null ? null : (JSON.parse(columns) as FileColumns);

/**
 * The answers for another sheet, as JSON. How the file writes dates and amounts, and its words, hold for all of its
 * sheets; columns, currency and brand do not.
 */
function answersOfSheet(statement: Statement, given: StatementAnswers): string {
  const { timeZone, dateOrder, decimalMark, kinds, keepsPlatform } = JSON.parse(statement.answers) as Answers;
  const answers = JSON.stringify({ timeZone, dateOrder, decimalMark, kinds, keepsPlatform });
  return JSON.stringify(mergeAnswers({ answers, columns: null }, given));
}

/** Where all columns are given, one that is left as it was recognized is no answer. */
function mergeAnswers(
  statement: Pick<Statement, "answers" | "columns">,
  {
    columns,
    timeZone,
    dateOrder,
    decimalMark,
    currency,
    brand,
    kinds,
    confirm,
    platformId,
  }: StatementAnswers,
): Answers {
  const before = JSON.parse(statement.answers) as Answers;
  const recognized = readColumns(statement)?.columns ?? [];
  const given = new Set(columns?.map(({ index }) => index));
  const hasColumns = recognized.length > 0 && recognized.every(({ index }) => given.has(index));
  const changes = listChanges(columns ?? [], hasColumns ? recognized : []);
  const words = Object.entries(kinds ?? {}).map(([word, kind]) => [toPlainWords(word), kind] as const);
  return {
    ...before,
    ...(Object.keys(changes).length > 0 ? { columns: mergeColumns(before.columns, changes) } : {}),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(dateOrder === undefined ? {} : { dateOrder }),
    ...(decimalMark === undefined ? {} : { decimalMark }),
    ...(currency === undefined ? {} : { currency }),
    ...(brand === undefined ? {} : { brand }),
    ...(words.length > 0 ? { kinds: { ...before.kinds, ...Object.fromEntries(words) } } : {}),
    ...(platformId === undefined ? {} : { keepsPlatform: true as const }),
    ...(hasColumns ? { hasColumns: true as const } : {}),
    ...(confirm === undefined ? {} : { isConfirmed: true as const }),
  };
}
