import { literal } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { announceDue } from "#app/database/due-work.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { readTimeZone } from "#app/lib/dates.ts";
import { Conflict, Invalid, NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { RememberedColumns, Statement, StatementPart } from "#app/models/index.server.ts";
import type { StatementAnswers } from "#app/schemas/statements.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import type { Answers, FileColumns } from "./columns/file-columns.ts";
import { hashHeadings, recognize } from "./read-statement.server.ts";

type Arguments = { access: Access; statementId: string; answers: StatementAnswers };

const FILE_ERASED =
  "The file was deleted because a person in it was erased. Delete this statement and upload the file again.";

/**
 * Says how a file is read, and matches it again; another sheet is read first. What is confirmed is remembered
 * for the broker's files with the same headings. What was decided stays.
 * @throws {NotFound} also for another workspace's
 * @throws {Conflict} `changed_meanwhile`: it is being read
 */
export async function answerStatement({ access, statementId, answers }: Arguments): Promise<void> {
  const { workspaceId } = access;
  const zone = answers.timeZone;
  if (zone !== undefined && !/^[+-]\d{2}:\d{2}$/.test(zone) && readTimeZone(zone) === null)
    throw new Invalid([{ field: "timeZone", message: "Please choose a valid time zone" }]);
  const found = isId(statementId)
    ? await retryRead(() => Statement.findOne({ where: { id: statementId, workspaceId } }))
    : null;
  if (!found) throw new NotFound("Statement");
  if (found.fileDeletedAt)
    throw new Conflict(
      "changed_meanwhile",
      "Its file is deleted. Upload it again to read it in another way.",
    );
  const sheets = JSON.parse(found.sheets) as string[];
  if (answers.sheet !== undefined && sheets[answers.sheet] === undefined)
    throw new Invalid([{ field: "sheet", message: "Please choose one of the sheets" }]);
  const isOtherSheet = answers.sheet !== undefined && answers.sheet !== found.sheet;
  if (isOtherSheet && (await StatementPart.count({ where: { statementId: found.id } })) === 0)
    throw new Invalid([{ field: "sheet", message: FILE_ERASED }]);
  const given = mergeAnswers(JSON.parse(found.answers), answers);
  found.set("answers", JSON.stringify(given));
  const change = isOtherSheet
    ? { sheet: answers.sheet as number, state: "reading" as const, answers: "{}" }
    : {
        ...(await recognize(found, { sheet: found.sheet ?? 0, rowCount: found.rowCount })),
        answers: found.answers,
      };
  await inTransaction(async (transaction) => {
    await assertAccess(access, "submissions:write", transaction);
    const dueAt = change.state === "columns" ? null : fromNow(0);
    const [count] = await Statement.update(
      { ...change, dueAt, leaseToken: null, attemptCount: 0, version: literal("version + 1") },
      {
        where: { id: found.id, workspaceId, version: found.version, state: ["columns", "ready", "matching"] },
        transaction,
      },
    );
    if (count === 0)
      throw new Conflict("changed_meanwhile", "This statement is being read. Try again in a moment.");
    if (!isOtherSheet && change.columns)
      await remember(found, given, JSON.parse(change.columns), transaction);
    announceDue(Statement, transaction);
  });
}

function mergeAnswers(
  before: Answers,
  { columns, timeZone, dateOrder, currency }: StatementAnswers,
): Answers {
  const meanings = columns?.map(
    ({ index, meaning }) => [index, meaning === "ignore" ? null : meaning] as const,
  );
  return {
    ...before,
    ...(meanings ? { columns: { ...before.columns, ...Object.fromEntries(meanings) } } : {}),
    ...(timeZone !== undefined ? { timeZone } : {}),
    ...(dateOrder !== undefined ? { dateOrder } : {}),
    ...(currency !== undefined ? { currency } : {}),
  };
}

async function remember(
  { workspaceId, platformId }: Statement,
  answers: Answers,
  { headingRow, questions }: FileColumns,
  transaction: Parameters<Parameters<typeof inTransaction>[0]>[0],
): Promise<void> {
  if (questions.length > 0 || headingRow === "") return;
  const key = { workspaceId, platformId, headingHash: hashHeadings(headingRow) };
  const values = { answers: JSON.stringify(answers), updatedAt: new Date() };
  const [count] = await RememberedColumns.update(values, { where: key, transaction });
  if (count === 0) await RememberedColumns.create({ ...key, ...values }, { transaction });
}
