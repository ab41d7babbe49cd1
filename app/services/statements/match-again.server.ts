import type { Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { finish, type Lease, reschedule } from "#app/database/leases.server.ts";
import { type Interval, MINUTE, SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import type { StatementResult } from "#app/lib/statements.ts";
import { BulkJob, Statement } from "#app/models/index.server.ts";
import { readKeptRows } from "./keys/statement-keys.server.ts";
import type { MatchingResult, TaskInput } from "./thread/tasks.ts";

const ATTEMPTS_MAX = 5;
const PAUSE_MS = 5 * SECOND;

/** Whether it was matched before, and is matched again for claims that came later. */
export const isRematch = ({ state }: Statement): boolean => state === "ready";

const readResult = ({ result }: Pick<Statement, "result">) =>
  result === null ? null : (JSON.parse(result) as StatementResult);

export function readFoundPeriod(statement: Pick<Statement, "result">): Interval | null {
  const period = readResult(statement)?.period;
  return period ? { from: new Date(period.from), to: new Date(period.to) } : null;
}

/** What a file that is deleted said as a whole. */
export function resultOfDeletedFile(statement: Statement): Partial<StatementResult> {
  const result = statement.fileDeletedAt && readResult(statement);
  return result
    ? { coverage: result.coverage, advice: null, canRejectMissing: false, rows: result.rows }
    : {};
}

export async function* readKeptInputs(
  statement: Statement,
  keep: () => Promise<void>,
): AsyncGenerator<TaskInput> {
  const { rows, claims } = await readKeptRows(statement, readFoundPeriod(statement), keep);
  yield { keptRows: rows };
  yield { claims };
}

/** Whether a matching again found what is stored already. */
export function isStored(statement: Statement, { result }: MatchingResult): boolean {
  const stored = readResult(statement);
  return isRematch(statement) && stored?.digest === result.digest && stored?.hasFacts === result.hasFacts;
}

/** Somebody decides by what was found before. */
class StillDeciding extends Error {}

/** For this long after a decision, a member who decides one match after the other still sees the same ones. */
const UNDISTURBED_MS = MINUTE;

/** How long a matching again has to wait for the member who decides. */
export const getPauseLeftMs = (statement: Statement): number =>
  isRematch(statement) && statement.decidedAt ? +statement.decidedAt + UNDISTURBED_MS - Date.now() : 0;

/** Matches stay as they are while a job decides by them, and for a while after somebody has decided one. */
export async function assertNotDeciding(statement: Statement, transaction: Transaction): Promise<void> {
  const { id: statementId, workspaceId } = statement;
  const running = await BulkJob.count({ where: { statementId, workspaceId, state: "queued" }, transaction });
  if (running > 0) throw new StillDeciding();
  if (!isRematch(statement)) return;
  const where = { id: statementId, workspaceId };
  const now = await Statement.findOne({ where, attributes: ["decidedAt"], lock: true, transaction });
  if (now?.decidedAt && +now.decidedAt !== +(statement.decidedAt ?? 0)) throw new StillDeciding();
}

/** What was found before stays; it is tried again. */
export async function endRematch(lease: Lease, statement: Statement, error: unknown): Promise<void> {
  const isWaiting = error instanceof StillDeciding;
  if (!isWaiting)
    log.error({ err: error, statementId: statement.id }, "a statement could not be matched again");
  const isLast = !isWaiting && statement.attemptCount >= ATTEMPTS_MAX;
  // Its attempts stay: without a reading or evidence it would be due as an older file again and again.
  const { attemptCount } = statement;
  const readingId = statement.readingId ?? statement.matchingId;
  await inTransaction((transaction) =>
    isLast
      ? finish(Statement, lease, { dueAt: null, attemptCount, lostLeases: 0, readingId }, transaction)
      : reschedule(Statement, lease, { delayMs: PAUSE_MS }, transaction),
  );
}
