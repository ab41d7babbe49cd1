import { createHash } from "node:crypto";
import type { Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { announceDue } from "#app/database/due-work.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { finish, type Lease, renew, reschedule } from "#app/database/leases.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { RememberedColumns, Statement, StatementLine, StatementPart } from "#app/models/index.server.ts";
import { type Row, UnreadableTable } from "#app/services/tables/table.ts";
import { type Answers, recognizeFile } from "./columns/file-columns.ts";
import { runInThread } from "./thread/run-in-thread.server.ts";

/** How many first rows tell the columns. */
const JUDGED_ROWS = 600;
const ATTEMPTS_MAX = 5;
/** How often it starts again after a restart or a lost lease. */
const STARTS_MAX = 20;
const PAUSE_MS = 5 * SECOND;

/** The lease is another process's, or the process stops. */
class LostLease extends Error {}

/** Reads a claimed file into rows, from its start. Each batch of rows renews the lease. */
export async function readStatement(lease: Lease, isStopping: () => boolean): Promise<void> {
  const statement = await Statement.findOne({ where: { id: lease.id } });
  if (!statement) return;
  try {
    if (statement.attemptCount > STARTS_MAX) throw new Error("The statement was started too often.");
    const file = await loadFile(statement.id);
    const sheet = await chooseSheet(lease, statement, file);
    if (sheet === null) return;
    await inTransaction(async (transaction) => {
      if (!(await renew(Statement, lease, {}, transaction))) throw new LostLease();
      await StatementLine.destroy({ where: { statementId: statement.id }, transaction });
    });
    let rowCount = 0;
    await runInThread({ kind: "read", file, sheet }, async (output) => {
      if (!("rows" in output)) return;
      rowCount += output.rows.length;
      if (isStopping() || !(await saveRows(lease, output.rows))) throw new LostLease();
    });
    if (rowCount === 0) throw new UnreadableTable("There are no rows in this file.");
    const change = await recognize(statement, { sheet, rowCount });
    await inTransaction(async (transaction) => {
      await finish(Statement, lease, change, transaction);
      announceDue(Statement, transaction);
    });
  } catch (error) {
    await endAttempt(lease, statement, error);
  }
}

export async function loadFile(statementId: string): Promise<Buffer> {
  const parts = await StatementPart.findAll({ where: { statementId }, order: [["number", "ASC"]] });
  return Buffer.concat(parts.map(({ content }) => content));
}

/** @returns null if the owner has to choose */
async function chooseSheet(lease: Lease, statement: Statement, file: Buffer): Promise<number | null> {
  let sheets: { name: string; isHidden: boolean }[] = [];
  await runInThread({ kind: "read", file, sheet: null }, async (output) => {
    if ("sheets" in output) sheets = output.sheets;
  });
  const names = JSON.stringify(sheets.map(({ name }) => name));
  const shown = [...sheets.keys()].filter((index) => !sheets[index]?.isHidden);
  const sheet = statement.sheet ?? (shown.length === 1 ? (shown[0] ?? 0) : null);
  if (sheet !== null) {
    await inTransaction((transaction) => renew(Statement, lease, { sheets: names, sheet }, transaction));
    return sheet;
  }
  await inTransaction((transaction) =>
    finish(Statement, lease, { sheets: names, state: "columns", dueAt: null }, transaction),
  );
  return null;
}

/** @returns false if the lease was lost: nothing is saved */
const saveRows = (lease: Lease, rows: Row[]): Promise<boolean> =>
  inTransaction(async (transaction: Transaction) => {
    const isHeld = await renew(Statement, lease, {}, transaction);
    const stored = rows.map(({ line, cells }) => ({
      statementId: lease.id,
      line,
      cells: JSON.stringify(cells),
    }));
    if (isHeld) await insertRows(StatementLine, stored, transaction);
    return isHeld;
  });

/**
 * Says how the rows are read, by what was recognized, remembered and answered, and whether that is enough to
 * match them.
 */
export async function recognize(
  statement: Statement,
  { sheet, rowCount }: { sheet: number; rowCount: number },
): Promise<Partial<Statement>> {
  const rows = await StatementLine.findAll({
    where: { statementId: statement.id },
    order: [["line", "ASC"]],
    limit: JUDGED_ROWS,
    raw: true,
  });
  const first = rows.map(({ line, cells }): Row => ({ line, cells: JSON.parse(cells) }));
  const given = JSON.parse(statement.answers) as Answers;
  const { headingRow } = recognizeFile(first);
  const remembered = Object.keys(given).length > 0 ? null : await findRemembered(statement, headingRow);
  const columns = recognizeFile(first, remembered ? { ...remembered, isRemembered: true } : given);
  const isAnswered = columns.questions.length === 0;
  return {
    sheet,
    rowCount,
    columns: JSON.stringify(columns),
    result: null,
    attemptCount: 0,
    ...(isAnswered
      ? { state: "matching" as const, dueAt: new Date() }
      : { state: "columns" as const, dueAt: null }),
  };
}

async function findRemembered(
  { workspaceId, platformId }: Statement,
  headingRow: string,
): Promise<Answers | null> {
  const where = { workspaceId, platformId, headingHash: hashHeadings(headingRow) };
  const found = await RememberedColumns.findOne({ where });
  return found && (JSON.parse(found.answers) as Answers);
}

export const hashHeadings = (headingRow: string): string =>
  createHash("sha256").update(headingRow).digest("hex");

/** What can't be read fails at once; what is a fault of ours is tried again. */
export async function endAttempt(lease: Lease, statement: Statement, error: unknown): Promise<void> {
  const fail = (message: string) =>
    inTransaction((transaction) =>
      finish(
        Statement,
        lease,
        { state: "failed", activeHash: null, dueAt: null, error: message.slice(0, 500) },
        transaction,
      ),
    );
  if (error instanceof LostLease) {
    await inTransaction((transaction) => reschedule(Statement, lease, { delayMs: 0 }, transaction));
    return;
  }
  if (error instanceof UnreadableTable) {
    await fail(error.message);
    return;
  }
  log.error({ err: error, statementId: statement.id }, "a statement could not be read");
  if (statement.attemptCount >= ATTEMPTS_MAX)
    await fail("Something went wrong on our side while we read this file. Please upload it again.");
  else await inTransaction((transaction) => reschedule(Statement, lease, { delayMs: PAUSE_MS }, transaction));
}
