import { literal, Op, type Transaction, UniqueConstraintError } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { readTimeZone } from "#app/lib/dates.ts";
import { Conflict, Invalid, NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import type { ColumnRole } from "#app/lib/statements.ts";
import { Platform, Statement, StatementPart } from "#app/models/index.server.ts";
import type { StatementAnswers } from "#app/schemas/statement-reading.ts";
import { listChanges, mergeColumns } from "#app/services/tables/columns/answer-column.ts";
import { assertSeen } from "#app/services/tables/columns/answers-version.server.ts";
import { toPlainWords } from "#app/services/tables/columns/recognize-columns.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
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
const FAILED = "This file could not be read. Correct it and upload it again.";
const NO_COLUMN = { field: "columns", message: "Please choose one of the columns" };
const CHANGED = "This statement is being read. Try again in a moment.";

/**
 * Says how a file is read; a job matches it again, and reads another sheet first. What is answered is
 * remembered for the broker's files with the same headings. What was decided stays.
 * @throws {NotFound} also for another workspace's
 * @param seen the version of the answers that a form was made from
 * @throws {Conflict} `changed_meanwhile`: that is not the last, or it is being read
 */
export async function answerStatement({ access, statementId, answers, seen }: Arguments): Promise<void> {
  const { workspaceId } = access;
  const found = isId(statementId)
    ? await retryRead(() => Statement.findOne({ where: { id: statementId, workspaceId } }))
    : null;
  if (!found) throw new NotFound("Statement");
  if (found.fileDeletedAt)
    throw new Conflict(
      "changed_meanwhile",
      "Its file is deleted. Upload it again to read it in another way.",
    );
  if (found.state === "failed") throw new Conflict("changed_meanwhile", FAILED);
  assertSeen(found, seen);
  assertValid(answers, found);
  const isOtherSheet = answers.sheet !== undefined && answers.sheet !== found.sheet;
  if (isOtherSheet && (await StatementPart.count({ where: { statementId: found.id } })) === 0)
    throw new Invalid([{ field: "sheet", message: FILE_ERASED }]);
  const change = isOtherSheet
    ? { sheet: answers.sheet as number, rowCount: 0, columns: null, answers: answersOfSheet(found, answers) }
    : { answers: JSON.stringify(mergeAnswers(found, answers)) };
  // Rows that were read before are only told again, which somebody may change once more.
  const isRead = { state: "reading" as const, rowCount: { [Op.gt]: 0 } };
  try {
    await inTransaction(async (transaction) => {
      await assertAccess(access, "statements:write", transaction);
      const platform = await findPlatform(found, answers.platformId, transaction);
      const [count] = await Statement.update(
        {
          ...change,
          ...platform,
          state: "reading",
          result: null,
          dueAt: fromNow(0),
          leaseToken: null,
          attemptCount: 0,
          version: literal("version + 1"),
        },
        {
          where: {
            id: found.id,
            workspaceId,
            version: found.version,
            [Op.or]: [{ state: ["columns", "ready", "matching"] }, isRead],
          },
          transaction,
        },
      );
      if (count === 0) throw new Conflict("changed_meanwhile", CHANGED);
      announceDue(Statement, transaction);
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

function assertValid({ timeZone, sheet, columns }: StatementAnswers, statement: Statement): void {
  if (timeZone !== undefined && !/^[+-]\d{2}:\d{2}$/.test(timeZone) && readTimeZone(timeZone) === null)
    throw new Invalid([{ field: "timeZone", message: "Please choose a valid time zone" }]);
  if (sheet !== undefined && (JSON.parse(statement.sheets) as string[])[sheet] === undefined)
    throw new Invalid([{ field: "sheet", message: "Please choose one of the sheets" }]);
  const isSameSheet = sheet === undefined || sheet === statement.sheet;
  const known = isSameSheet ? (readColumns(statement)?.columns ?? null) : null;
  if (known && columns?.some(({ index }) => index >= known.length)) throw new Invalid([NO_COLUMN]);
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
