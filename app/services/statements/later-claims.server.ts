import { col, fn, Op, type Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction } from "#app/database/connection.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { changedAfter, inOrderOfChange } from "#app/database/queries/changes.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import type { ChangePlace } from "#app/lib/change-cursor.ts";
import { DAY, MINUTE, SECOND } from "#app/lib/dates.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { timeOfId } from "#app/lib/ids.ts";
import { LaterClaim, Statement, Submission } from "#app/models/index.server.ts";
import { LATER_CLAIMS_JOB, workFromMark } from "#app/services/submissions/claim-marks.server.ts";
import { CLAIM_COLUMNS, toClaimFacts } from "./keys/claim-facts.server.ts";
import { findStatementsOf } from "./keys/statement-keys.server.ts";

/** A claim is committed some time after the time that it has. */
const LOOK_BACK_MS = MINUTE;
/** Claims that came before the job ran for the first time. */
const FIRST_LOOK_BACK_MS = DAY;
const BATCH = 500;

const CHANGED_COLUMNS = [...CLAIM_COLUMNS, "workspaceId", "platformId", "updatedAt"] as const;
type ChangedClaim = Pick<Submission, (typeof CHANGED_COLUMNS)[number]>;

/** The claims of the last minute that were looked at, so that each is looked at once. */
const seen = new Map<string, number>();

/** Finds new and changed claims that are in statements of their broker, and makes these due again. */
export const noticeLaterClaims = (now = new Date()): Promise<void> =>
  workFromMark(LATER_CLAIMS_JOB, now, async (since) => {
    // What is older was there when the statement was matched.
    const first = now.getTime() - FIRST_LOOK_BACK_MS;
    await noticeSince(Math.max(first, since ? since.getTime() - LOOK_BACK_MS : first));
    for (const [id, at] of seen) if (at < now.getTime() - 2 * LOOK_BACK_MS) seen.delete(id);
  });

async function noticeSince(from: number): Promise<void> {
  const matched = await Statement.findAll({
    where: { state: "ready" },
    attributes: [[fn("DISTINCT", col("workspaceId")), "workspaceId"]],
    raw: true,
  });
  const workspaceId = matched.map((statement) => statement.workspaceId);
  for (let place: ChangePlace | null = { at: new Date(from), id: "" }; place && workspaceId.length > 0; ) {
    const claims: ChangedClaim[] = await findRows(Submission, {
      where: {
        [Op.and]: [{ workspaceId }, changedAfter(place)],
        status: "pending",
        withdrawnAt: null,
        erasedAt: null,
      },
      attributes: CHANGED_COLUMNS,
      order: inOrderOfChange,
      limit: BATCH,
    });
    const fresh = claims.filter(({ id, updatedAt }) => seen.get(id) !== +updatedAt);
    for (const some of groupBy(fresh, ({ platformId }) => platformId).values()) await makeDueAgain(some);
    for (const { id, updatedAt } of fresh) seen.set(id, +updatedAt);
    const last = claims.length === BATCH ? claims.at(-1) : undefined;
    place = last ? { at: last.updatedAt, id: last.id } : null;
  }
}

/** Claims that follow each other share a matching; a large file waits longer. */
export const pauseOf = ({ rowCount }: Pick<Statement, "rowCount">) => SECOND + rowCount;

/** The statements that have one of these claims at one broker. */
async function makeDueAgain(claims: ChangedClaim[]): Promise<void> {
  const [broker] = claims;
  if (!broker) return;
  const { workspaceId, platformId } = broker;
  const facts = await toClaimFacts(broker, claims);
  const id = await findStatementsOf(workspaceId, facts);
  if (id.length === 0) return;
  const waiting = { workspaceId, platformId, state: "ready" as const, dueAt: null };
  const found = await Statement.findAll({
    where: { ...waiting, id },
    attributes: ["id", "rowCount", "matchingId"],
  });
  const changedAt = new Map(claims.map((claim) => [claim.id, +claim.updatedAt]));
  for (const statement of found) {
    // Its matching has seen what did not change since.
    const since = statement.matchingId === null ? 0 : +timeOfId(statement.matchingId) - LOOK_BACK_MS;
    const later = facts.filter((one) => (changedAt.get(one.id) ?? 0) > since);
    const isAll = later.length === facts.length;
    if (!isAll && !(await findStatementsOf(workspaceId, later)).includes(statement.id)) continue;
    await inTransaction(async (transaction) => {
      const dueAt = fromNow(pauseOf(statement));
      await Statement.update({ dueAt }, { where: { ...waiting, id: statement.id }, transaction });
      announceDue(Statement, transaction, pauseOf(statement));
    });
  }
}

/** Whether claims that came while the statement was matched are in it. */
export async function hasLaterClaims(
  { id, workspaceId, platformId }: Pick<Statement, "id" | "workspaceId" | "platformId">,
  startedAt: Date,
): Promise<boolean> {
  const claims = await findRows(Submission, {
    where: {
      workspaceId,
      platformId,
      status: "pending",
      withdrawnAt: null,
      erasedAt: null,
      createdAt: { [Op.gte]: new Date(+startedAt - 5 * SECOND) },
    },
    attributes: CLAIM_COLUMNS,
    limit: BATCH,
  });
  const facts = await toClaimFacts({ workspaceId, platformId }, claims);
  return (await findStatementsOf(workspaceId, facts)).includes(id);
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
