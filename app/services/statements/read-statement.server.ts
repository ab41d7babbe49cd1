import { literal, Op } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction } from "#app/database/connection.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { finish, type HeldLease, type Lease, LostLease, renew } from "#app/database/leases.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { Platform, Statement, StatementLine, Submission, Workspace } from "#app/models/index.server.ts";
import { type FileKind, loadFile } from "#app/services/imports/import-kinds.server.ts";
import { runInThread } from "#app/services/tables/run-in-thread.server.ts";
import type { Answers, FileColumns } from "./columns/file-columns.ts";
import type { StatementFile } from "./columns/recognize-statement.ts";
import { deleteStatementRows, deleteUnreadStatement } from "./delete-statement-rows.server.ts";
import { CLAIM_COLUMNS, toVotingClaim } from "./keys/claim-facts.server.ts";
import { listRemembered, remember } from "./remembered-columns.server.ts";
import type { Output, StoredRow, Task, TaskInput } from "./thread/tasks.ts";

/** About how many rows tell the columns of a file that was read before. */
const JUDGED_ROWS = 1_000;

/**
 * Reads a claimed file into rows, from its start, and says what its columns mean. Rows that were read before stay:
 * then only an answer changed. Each batch of rows renews the lease.
 */
async function readStatement(
  lease: Lease,
  { held, isStopping }: { held: HeldLease; isStopping: () => boolean },
): Promise<void> {
  const statement = await Statement.findOne({ where: { id: lease.id } });
  if (!statement) throw new LostLease();
  const file = await describeFile(statement);
  await (statement.rowCount > 0
    ? recognizeRows(lease, statement, { file, held })
    : readRows(lease, statement, { file, held, isStopping }));
}

/** What becomes of brokers' files. */
export const STATEMENT_FILES: FileKind = {
  read: readStatement,
  deleteUnread: deleteUnreadStatement,
  deleteRead: deleteStatementRows,
};

async function describeFile({
  workspaceId,
  platformId,
  name: fileName,
  answers,
  columns,
}: Statement): Promise<StatementFile> {
  const [platforms, workspace, remembered] = await Promise.all([
    Platform.findAll({ where: { workspaceId, archivedAt: null }, attributes: ["id", "name"] }),
    Workspace.findOne({ where: { id: workspaceId }, attributes: ["timeZone"] }),
    listRemembered(workspaceId),
  ]);
  const nameOf = (id: string) => platforms.find((platform) => platform.id === id)?.name;
  return {
    fileName,
    platformId,
    answers: JSON.parse(answers) as Answers,
    platformName: nameOf(platformId) ?? "",
    remembered: remembered.filter((one) => one.platformId === platformId || nameOf(one.platformId)),
    timeZone: workspace?.timeZone ?? "UTC",
    byClaims: columns === null ? null : ((JSON.parse(columns) as FileColumns).byClaims ?? {}),
  };
}

/** The claims that tell a file's columns: of more, the latest. */
const VOTING_MAX = 20_000;
const VOTING_BATCH = 500;

async function* readVoting({ workspaceId, platformId }: Statement): AsyncGenerator<TaskInput> {
  for (let last: string | null = null, count = 0; count < VOTING_MAX; ) {
    const claims: Pick<Submission, (typeof CLAIM_COLUMNS)[number]>[] = await findRows(Submission, {
      where: {
        workspaceId,
        platformId,
        status: ["pending", "handled"],
        withdrawnAt: null,
        erasedAt: null,
        ...(last === null ? {} : { id: { [Op.lt]: last } }),
      },
      attributes: CLAIM_COLUMNS,
      order: [["id", "DESC"]],
      limit: VOTING_BATCH,
    });
    yield { voting: claims.map(toVotingClaim) };
    if (claims.length < VOTING_BATCH) return;
    last = claims.at(-1)?.id ?? null;
    count += claims.length;
  }
}

type Reading = { file: StatementFile; held: HeldLease; isStopping: () => boolean };

async function readRows(
  lease: Lease,
  statement: Statement,
  { file, held, isStopping }: Reading,
): Promise<void> {
  const content = await loadFile(statement.id);
  let [rowCount, sheet] = [0, statement.sheet];
  await runInThread<Task, Output, TaskInput>(
    { kind: "read", content, sheet, file },
    async (output) => {
      if ("sheets" in output) {
        sheet = output.sheet;
        const names = JSON.stringify(output.sheets.map(({ name }) => name));
        if (!(await beginRows(lease, { sheets: names, sheet }))) throw new LostLease();
      } else if ("rows" in output) {
        rowCount += output.rows.length;
        if (isStopping() || !(await saveRows(lease, output.rows))) throw new LostLease();
      } else if ("columns" in output) await finishReading(lease, statement, { ...output, rowCount });
    },
    { lost: held.lost, inputs: readVoting(statement) },
  );
  if (sheet !== null) return;
  // The owner has to choose one.
  await inTransaction((transaction) =>
    finish(Statement, lease, { state: "columns", dueAt: null }, transaction),
  );
}

/** @returns false if the lease was lost */
const beginRows = (lease: Lease, step: { sheets: string; sheet: number | null }): Promise<boolean> =>
  inTransaction(async (transaction) => {
    const isHeld = await renew(Statement, lease, step, transaction);
    if (isHeld) await StatementLine.destroy({ where: { statementId: lease.id }, transaction });
    return isHeld;
  });

/** @returns false if the lease was lost: nothing is saved */
const saveRows = (lease: Lease, rows: StoredRow[]): Promise<boolean> =>
  inTransaction(async (transaction) => {
    const isHeld = await renew(Statement, lease, {}, transaction);
    const stored = rows.map((row) => ({ ...row, statementId: lease.id }));
    if (isHeld) await insertRows(StatementLine, stored, transaction);
    return isHeld;
  });

async function recognizeRows(
  lease: Lease,
  statement: Statement,
  { file, held }: Omit<Reading, "isStopping">,
): Promise<void> {
  const { rowCount } = statement;
  await runInThread<Task, Output, TaskInput>(
    { kind: "recognize", file },
    async (output) => {
      if ("columns" in output) await finishReading(lease, statement, { ...output, rowCount });
    },
    { lost: held.lost, inputs: readSample(statement) },
  );
}

/** The first rows, and others from all of the file. */
async function* readSample({ id: statementId, rowCount }: Statement): AsyncGenerator<TaskInput> {
  const step = Math.ceil(rowCount / JUDGED_ROWS);
  const rows = await StatementLine.findAll({
    where: {
      statementId,
      [Op.or]: [{ line: { [Op.lte]: JUDGED_ROWS / 2 } }, literal(`\`line\` % ${step} = 0`)],
    },
    order: [["line", "ASC"]],
    raw: true,
  });
  yield { rows };
}

/** A file without an open question is matched, and its answers are kept for the next one. */
async function finishReading(
  lease: Lease,
  statement: Statement,
  { columns, rowCount }: { columns: FileColumns; rowCount: number },
): Promise<void> {
  const isAnswered = columns.questions.length === 0;
  const next = isAnswered
    ? { state: "matching" as const, dueAt: new Date() }
    : { state: "columns" as const, dueAt: null };
  const change = {
    ...next,
    rowCount,
    columns: JSON.stringify(columns),
    result: null,
    attemptCount: 0,
    lostLeases: 0,
  };
  await inTransaction(async (transaction) => {
    if (!(await finish(Statement, lease, change, transaction))) throw new LostLease();
    if (isAnswered) await remember(statement, columns, transaction);
    announceDue(Statement, transaction);
  });
}
