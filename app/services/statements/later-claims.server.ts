import { Op, type Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { LaterClaim, Statement, Submission } from "#app/models/index.server.ts";
import { type ConsumeTogether, TooEarly } from "#app/services/domain-events/consume-together.server.ts";
import type { RecordedEvent } from "#app/services/domain-events/event-types.ts";
import { CLAIM_COLUMNS, toClaimFacts } from "./keys/claim-facts.server.ts";
import { findStatementsOf } from "./keys/statement-keys.server.ts";

const BATCH = 500;

const CHANGED_COLUMNS = [...CLAIM_COLUMNS, "workspaceId", "platformId"] as const;

/** Makes the statements that new and changed claims are in due again, each at its claim's broker. */
export const noticeLaterClaims: ConsumeTogether = async (workspaceId, events) => {
  const statements = await Statement.findAll({
    where: { workspaceId, [Op.or]: [MATCHED, UNDER_WAY] },
    attributes: ["id", "rowCount", "platformId", "leaseToken"],
  });
  const due = statements.length === 0 ? [] : await findStatementsWith(workspaceId, events, statements);
  return async (transaction) => {
    for (const statement of due) await makeDueAgain(statement, transaction);
  };
};

async function findStatementsWith(
  workspaceId: string,
  events: RecordedEvent[],
  statements: Statement[],
): Promise<Statement[]> {
  const claims = await findRows(Submission, {
    where: {
      workspaceId,
      id: [...new Set(events.map(({ subjectId }) => subjectId))],
      status: "pending",
      withdrawnAt: null,
      erasedAt: null,
    },
    attributes: CHANGED_COLUMNS,
  });
  const found: Statement[] = [];
  for (const [platformId, some] of groupBy(claims, (claim) => claim.platformId)) {
    const ofBroker = statements.filter((statement) => statement.platformId === platformId);
    // A matching that is under way may have read the claims before these came.
    if (ofBroker.some(({ leaseToken }) => leaseToken !== null)) throw new TooEarly();
    if (ofBroker.length === 0) continue;
    const ids = await findStatementsOf(workspaceId, await toClaimFacts({ workspaceId, platformId }, some));
    found.push(...ofBroker.filter(({ id }) => ids.includes(id)));
  }
  return found;
}

const MATCHED = { state: "ready", dueAt: null } as const;
const UNDER_WAY = { state: ["matching", "ready"], leaseToken: { [Op.ne]: null } };

/** Claims that follow each other share a matching; a large file waits longer. */
const pauseOf = ({ rowCount }: Pick<Statement, "rowCount">) => SECOND + rowCount;

async function makeDueAgain(statement: Statement, transaction: Transaction): Promise<void> {
  const dueAt = fromNow(pauseOf(statement));
  await Statement.update({ dueAt }, { where: { ...MATCHED, id: statement.id }, transaction });
  announceDue(Statement, transaction, pauseOf(statement));
}

/** Replaces the claims that came after the statement's upload and that it confirms. */
export async function saveLaterClaims(
  { id: statementId, workspaceId, createdAt }: Pick<Statement, "id" | "workspaceId" | "createdAt">,
  confirmed: readonly string[],
  transaction: Transaction,
): Promise<void> {
  await LaterClaim.destroy({ where: { statementId, workspaceId }, transaction });
  for (let at = 0; at < confirmed.length; at += BATCH) {
    const id = confirmed.slice(at, at + BATCH);
    const later = await findRows(Submission, {
      where: { workspaceId, id, createdAt: { [Op.gt]: createdAt } },
      attributes: ["id"],
      transaction,
    });
    await insertRows(
      LaterClaim,
      later.map((claim) => ({ statementId, submissionId: claim.id, workspaceId })),
      transaction,
    );
  }
}
