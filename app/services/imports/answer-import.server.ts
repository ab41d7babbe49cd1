import { Op, type Transaction, type WhereOptions } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { Conflict, Invalid, NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import type { SpendImport, Statement } from "#app/models/index.server.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import { assertSeen } from "./answers-version.server.ts";
import type { ImportKind } from "./import-kinds.server.ts";

const FAILED = "This file could not be read. Correct it and upload it again.";
const FILE_DELETED = "Its file is deleted. Upload it again to read it in another way.";
const CHANGED = "This file is being read. Try again in a moment.";
export const NO_COLUMN = { field: "columns", message: "Please choose one of the columns" };

type SheetAnswer = { sheet?: number | undefined; columns?: readonly { index: number }[] | undefined };

type Answer<File> = {
  access: Access;
  id: string;
  given: SheetAnswer;
  /** The version of the answers that a form was made from. */
  seen: string | undefined;
  /** Where its rows are not being written. */
  answerable: WhereOptions<Statement>;
  /** What becomes of the import's own columns; another sheet is read from its start. */
  change: (found: File, isOtherSheet: boolean) => Promise<object>;
  /** What belongs to the same transaction. */
  complete?: (found: File, transaction: Transaction) => Promise<object>;
};

/**
 * Stores what a member says of how a file is read; a job reads it again.
 * @throws {NotFound} also for another workspace's, and for an amount by hand
 * @throws {Conflict} `changed_meanwhile`: something else was said since `seen`, it is being read, it failed, or its
 * file is deleted
 */
export async function answerImport<File extends Statement | SpendImport>(
  { files, action, noun }: ImportKind<File>,
  { access, id, given, seen, answerable, change, complete }: Answer<File>,
): Promise<void> {
  const imports = files as typeof Statement;
  const { workspaceId } = access;
  const own = { id, workspaceId };
  const found = isId(id) ? await retryRead(() => imports.findOne({ where: own })) : null;
  // An amount by hand has no bytes.
  if (!found || found.bytes === 0) throw new NotFound(noun);
  if (found.fileDeletedAt) throw new Conflict("changed_meanwhile", FILE_DELETED);
  if (found.state === "failed") throw new Conflict("changed_meanwhile", FAILED);
  assertSeen(found, seen);
  assertInFile(given, found);
  const isOtherSheet = given.sheet !== undefined && given.sheet !== found.sheet;
  const { answers, sheet } = found;
  const next = await change(found as unknown as File, isOtherSheet);
  await inTransaction(async (transaction) => {
    await assertAccess(access, action, transaction);
    const more = await complete?.(found as unknown as File, transaction);
    const ofRequest = { ...own, fileDeletedAt: null, answers, sheet };
    const where: WhereOptions<Statement> = { [Op.and]: [ofRequest, answerable] };
    const work = { state: "reading" as const, dueAt: fromNow(0), leaseToken: null, attemptCount: 0 };
    const [count] = await imports.update({ ...next, ...more, ...work }, { where, transaction });
    if (count === 0) throw new Conflict("changed_meanwhile", CHANGED);
    announceDue(files, transaction);
  });
}

/** @throws {Invalid} for a sheet or a column that the file has not */
function assertInFile(
  { sheet, columns }: SheetAnswer,
  found: Pick<Statement, "sheet" | "columns"> & { sheets: string | null },
): void {
  if (sheet !== undefined && (JSON.parse(found.sheets ?? "[]") as string[])[sheet] === undefined)
    throw new Invalid([{ field: "sheet", message: "Please choose one of the sheets" }]);
  const isSameSheet = sheet === undefined || sheet === found.sheet;
  const known =
    found.columns === null || !isSameSheet
      ? null
      : (JSON.parse(found.columns) as { columns: unknown[] }).columns;
  if (known && columns?.some(({ index }) => index >= known.length)) throw new Invalid([NO_COLUMN]);
}
