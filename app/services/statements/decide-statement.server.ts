import type { Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction } from "#app/database/connection.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { claim, fromNow } from "#app/database/leases.server.ts";
import { Conflict, Invalid } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import type { StatementResult } from "#app/lib/statements.ts";
import { BulkJob, BulkJobItem, Statement } from "#app/models/index.server.ts";
import { BULK_AT_ONCE } from "#app/schemas/bulk.ts";
import type { StatementDecision } from "#app/schemas/statements.ts";
import { runBulkJob } from "#app/services/bulk/run-bulk-job.server.ts";
import { type Access, assertAccess, keyIdOf } from "#app/services/workspaces/access.server.ts";
import { findAccounts } from "./find-accounts.server.ts";
import { CHUNK, findItems, findOpen, type Item, matchedAgain } from "./find-items.server.ts";
import { getStatement } from "./list-statements.server.ts";
import { decideByEvidence } from "./save-evidence.server.ts";

type Arguments = {
  access: Access;
  statementId: string;
  decision: Omit<StatementDecision, "dryRun"> & {
    /** Its member says that the file lists all clients of its period. */
    isComplete?: boolean;
  };
};

/**
 * Starts the job that decides the claims of a group, of matches or of pairs; up to a hundred are decided before
 * it returns. The evidence is written at once, so that a decision names its lines whatever is matched later.
 * @throws {Conflict} `changed_meanwhile`: it was matched again since `version`
 */
export async function decideStatement({
  access,
  statementId,
  decision,
}: Arguments): Promise<{ id: string; total: number }> {
  const { workspaceId, userId } = access;
  const { statement } = await getStatement({ workspaceId, statementId });
  if (statement.state === "columns")
    throw new Conflict("changed_meanwhile", "Answer the questions about this file before you decide.");
  if (decision.group === "unmatchedClaims" && decision.status !== "rejected")
    throw new Invalid([{ field: "status", message: "Claims that the file lacks can only be rejected." }]);
  if (decision.group === "unmatchedClaims" && !readResult(statement).canRejectMissing)
    throw new Invalid([
      { field: "group", message: "This file lists too few of your clients to reject the others together." },
    ]);
  const open = (await findOpen(workspaceId, await findItems(statement, decision))).map(({ item }) => item);
  const from = findFrom(open, decision);
  const accountsOf = await findAccounts(statement, decision.status === "handled" ? open : []);
  const jobId = newId();
  const isSmall = open.length <= BULK_AT_ONCE;
  const leases = await inTransaction(async (transaction) => {
    await assertAccess(access, "statements:write", transaction);
    // The matches were read before: they must still be those of this version.
    const key = {
      id: statementId,
      workspaceId,
      state: "ready",
      version: decision.version ?? statement.version,
    };
    const now = new Date();
    const isCurrent = await Statement.findOne({ where: key, attributes: ["id"], lock: true, transaction });
    if (!isCurrent) throw matchedAgain();
    const isComplete = decision.isComplete ? { completeAt: now, completeByUserId: userId } : {};
    const decided = open.length > 0 ? { decidedAt: now, undoneAt: null } : {};
    await Statement.update(
      { ...decided, ...isComplete },
      { where: { id: statementId, workspaceId }, transaction },
    );
    const where = { statementId, workspaceId, state: "queued" };
    if ((await BulkJob.count({ where, transaction })) > 0)
      throw new Conflict("changed_meanwhile", "Its claims are being decided already. Try again in a moment.");
    const { status, reason } = decision;
    await BulkJob.create(
      {
        id: jobId,
        workspaceId,
        userId,
        keyId: keyIdOf(access),
        statementId,
        kind: "decide",
        state: "queued",
        decision: JSON.stringify({
          status,
          from,
          reason: status === "rejected" ? (reason ?? "not_in_statement") : undefined,
        }),
        holdSeconds: decision.holdSeconds,
        total: open.length,
        attemptCount: 0,
        dueAt: now,
        createdAt: now,
      },
      { transaction },
    );
    await insertItems(jobId, statement, { open, isHandled: status === "handled", accountsOf }, transaction);
    if (isSmall) return claim(BulkJob, { id: jobId, workspaceId }, transaction);
    await BulkJob.update({ dueAt: fromNow(0) }, { where: { id: jobId, workspaceId }, transaction });
    announceDue(BulkJob, transaction);
    return [];
  });
  for (const lease of leases) await runBulkJob(lease, () => false);
  return { id: jobId, total: open.length };
}

/** Claims that were rejected before are decided apart from those that wait. */
function findFrom(open: readonly Item[], { status }: Arguments["decision"]): Item["from"] {
  const froms = new Set(open.map(({ from }) => from));
  if (froms.size > 1)
    throw new Invalid([
      { field: "matchIds", message: "Please decide claims that were rejected apart from the others." },
    ]);
  const [from = "pending"] = froms;
  if (from === status)
    throw new Invalid([{ field: "status", message: "These claims are already rejected." }]);
  return from;
}

type Inserted = { open: Item[]; isHandled: boolean; accountsOf: Awaited<ReturnType<typeof findAccounts>> };

async function insertItems(
  jobId: string,
  statement: Statement,
  { open, isHandled, accountsOf }: Inserted,
  transaction: Transaction,
): Promise<void> {
  const { workspaceId } = statement;
  for (let at = 0; at < open.length; at += CHUNK) {
    const some = open.slice(at, at + CHUNK);
    await insertRows(
      BulkJobItem,
      some.map(({ submissionId, amount, currency }) => ({
        jobId,
        submissionId,
        workspaceId,
        error: null,
        attemptCount: 0,
        outcome: "waiting" as const,
        amount: isHandled ? amount : null,
        currency: isHandled ? currency : null,
      })),
      transaction,
    );
    await decideByEvidence(
      statement,
      some.map(({ submissionId, lines, reasons }) => ({
        submissionId,
        lines,
        reasons,
        jobId,
        accounts: accountsOf(lines),
      })),
      transaction,
    );
  }
}

const readResult = ({ result }: Statement): StatementResult => {
  if (result === null)
    throw new Conflict("changed_meanwhile", "This statement is not matched yet. Try again in a moment.");
  return JSON.parse(result) as StatementResult;
};
