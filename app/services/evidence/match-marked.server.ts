import { Op, type Transaction } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { markWorths } from "#app/database/queries/worth-marks.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { newId } from "#app/lib/ids.ts";
import { log } from "#app/lib/log.server.ts";
import { BrokerRow, Evidence, MatchingMark, Submission, Workspace } from "#app/models/index.server.ts";
import { linkRows } from "#app/services/client-facts/link-rows.server.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import { getWorkspaceRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { createConverter } from "#app/services/statements/matching/convert.ts";
import { findComponent, TooManySubjects } from "./find-component.server.ts";
import { keyEarlierClaims } from "./key-claims.server.ts";
import type { Broker } from "./match-keys.server.ts";
import { digestEvidence, type FoundEvidence, matchRows } from "./match-rows.ts";

/** How many marks of a broker are worked on together, before another broker's turn. */
const MARKS_AT_ONCE = 200;

/** Another process has matched some of them: the transaction is taken back. */
class MatchedElsewhere extends Error {}

/**
 * Matches the rows and claims that are marked, some of each broker in turn.
 * @returns whether more are
 */
export async function matchMarked(isStopping: () => boolean = () => false): Promise<boolean> {
  let failure: unknown;
  let hasMore = false;
  for (const broker of await listMarkedBrokers()) {
    if (isStopping()) return true;
    try {
      if (await matchSome(broker, MARKS_AT_ONCE)) hasMore = true;
    } catch (error) {
      // One that cannot be matched must not keep the others waiting.
      if (!(error instanceof MatchedElsewhere)) failure = error;
    }
  }
  if (failure !== undefined) throw failure;
  return hasMore;
}

const listMarkedBrokers = (): Promise<Broker[]> =>
  retryRead(() =>
    MatchingMark.findAll({
      attributes: ["workspaceId", "platformId"],
      group: ["workspaceId", "platformId"],
      raw: true,
    }),
  );

async function matchSome(broker: Broker, limit: number): Promise<boolean> {
  const { workspaceId, platformId } = broker;
  if (!(await keyEarlierClaims(broker))) return true;
  const marks = await retryRead(() =>
    MatchingMark.findAll({ where: { platformId, workspaceId }, order: [["id", "ASC"]], limit, raw: true }),
  );
  try {
    await matchTogether(
      broker,
      marks.map(({ subjectId }) => subjectId),
      marks.map(({ id }) => id),
    );
  } catch (error) {
    if (!(error instanceof TooManySubjects)) throw error;
    if (limit > 1) return matchSome(broker, Math.ceil(limit / 10));
    log.warn({ workspaceId, platformId }, "too many rows of a broker share keys: they are not matched");
    await inTransaction((transaction) =>
      deleteMarks(
        broker,
        marks.map(({ id }) => id),
        transaction,
      ),
    );
  }
  return marks.length === limit;
}

async function deleteMarks({ platformId, workspaceId }: Broker, id: string[], transaction: Transaction) {
  const deleted = await MatchingMark.destroy({ where: { platformId, workspaceId, id }, transaction });
  if (deleted !== id.length) throw new MatchedElsewhere();
}

async function matchTogether(broker: Broker, subjectIds: string[], markIds: string[]): Promise<void> {
  const workspace = await Workspace.findOne({ where: { id: broker.workspaceId } });
  if (!workspace) return;
  const [component, { rates }] = await Promise.all([
    findComponent(broker, subjectIds),
    getWorkspaceRates(workspace),
  ]);
  const { evidence, claimsByRow } = matchRows({ ...component, convert: createConverter(rates) });
  await inTransaction(async (transaction) => {
    await deleteMarks(broker, markIds, transaction);
    await replaceEvidence(
      broker,
      component.rows.map(({ id }) => id),
      evidence,
      transaction,
    );
    await linkRows(broker, claimsByRow, transaction);
    await markWorths([broker], transaction);
  });
}

const NOTHING = {
  statementId: null,
  matchingId: null,
  lines: "[]",
  decides: null,
  decidedAt: null,
  jobId: null,
  accounts: null,
  fileName: null,
  fileHash: null,
};

/** Stores what rows say in place of what they said before. What decided a claim stays as it is. */
async function replaceEvidence(
  broker: Broker,
  rowId: string[],
  found: readonly FoundEvidence[],
  transaction: Transaction,
): Promise<void> {
  const { workspaceId, platformId } = broker;
  const stored = await Evidence.findAll({
    where: { workspaceId, platformId, rowId },
    attributes: ["id", "submissionId", "source", "evidenceGroup", "digest", "decides"],
    transaction,
  });
  const deciding = new Set(stored.map(({ decides, source }) => decides && `${decides} ${source}`));
  const wanted = new Map(
    found
      .filter(
        ({ submissionId, source, evidenceGroup }) =>
          evidenceGroup === "contradicted" || !deciding.has(`${submissionId} ${source}`),
      )
      .map((one) => [digestEvidence(one), one]),
  );
  const gone = stored.filter(({ digest, decides }) => decides === null && !wanted.has(digest ?? ""));
  const kept = new Set(stored.map(({ digest }) => digest));
  const added = [...wanted].filter(([digest]) => !kept.has(digest));
  const claims = [...gone, ...added.map(([, one]) => one)].flatMap(({ submissionId }) => submissionId ?? []);
  // Decisions lock a claim before its evidence, too.
  await touchClaims(workspaceId, claims, transaction);
  if (gone.length > 0)
    await Evidence.destroy({
      where: { workspaceId, id: gone.map(({ id }) => id), decides: null },
      transaction,
    });
  const origins = await findOrigins(broker, added, transaction);
  await insertRows(
    Evidence,
    added.map(([digest, { rowIds, reasons, ...one }]) => ({
      ...NOTHING,
      ...one,
      ...(origins.get(rowIds[0] ?? "") ?? { postbackId: null, connectionId: null }),
      id: newId(),
      workspaceId,
      platformId,
      reasons: JSON.stringify(reasons),
      rowId: rowIds[0] ?? null,
      rowIds: JSON.stringify(rowIds),
      digest,
    })),
    transaction,
  );
  await tellChanges(broker, claims, transaction);
  const reversed = new Set(
    added.flatMap(([, { kind, submissionId }]) =>
      kind === "reversal" && submissionId ? [submissionId] : [],
    ),
  );
  await recordEvents(
    [...reversed].map((subjectId) => ({
      type: "submission.reversed" as const,
      workspaceId,
      subjectId,
      payload: { statementId: null },
    })),
    transaction,
  );
}

async function findOrigins(
  { workspaceId }: Broker,
  added: readonly (readonly [string, FoundEvidence])[],
  transaction: Transaction,
) {
  const id = added.flatMap(([, { rowIds }]) => rowIds[0] ?? []);
  const rows = await BrokerRow.findAll({
    where: { workspaceId, id },
    attributes: ["id", "postbackId", "connectionId"],
    raw: true,
    transaction,
  });
  return new Map(rows.map(({ id: rowId, ...origin }) => [rowId, origin]));
}

/** What is said of them has changed: programs ask for claims by their last change. */
async function touchClaims(workspaceId: string, id: string[], transaction: Transaction): Promise<void> {
  if (id.length === 0) return;
  await Submission.update(
    { updatedAt: new Date() },
    { where: { id, workspaceId, erasedAt: null }, silent: true, transaction },
  );
}

async function tellChanges(
  { workspaceId, platformId }: Broker,
  submissionIds: readonly string[],
  transaction: Transaction,
): Promise<void> {
  const id = [...new Set(submissionIds)];
  if (id.length === 0) return;
  const all = await Evidence.findAll({
    where: { workspaceId, submissionId: id, source: { [Op.ne]: "statement" } },
    attributes: ["submissionId", "evidenceGroup"],
    transaction,
  });
  const groups = groupBy(all, ({ submissionId }) => submissionId ?? "");
  const order = ["certain", "contradicted", "likely"] as const;
  const told = id.map((subjectId) => ({
    subjectId,
    group: order.find((one) => groups.get(subjectId)?.some(({ evidenceGroup }) => evidenceGroup === one)),
  }));
  for (const [brokerSays, some] of groupBy(told, ({ group }) =>
    group === "certain" || group === "likely" ? group : null,
  ))
    await Submission.update(
      { brokerSays },
      { where: { workspaceId, id: some.map(({ subjectId }) => subjectId) }, silent: true, transaction },
    );
  const events = told.flatMap(({ subjectId, group }) =>
    group
      ? [{ type: "evidence.found" as const, workspaceId, subjectId, payload: { platformId, group } }]
      : [],
  );
  await recordEvents(events, transaction);
}
