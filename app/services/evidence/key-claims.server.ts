import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { firstIdAt } from "#app/lib/ids.ts";
import { MatchingKey, RunningStatement, Submission } from "#app/models/index.server.ts";
import type { ConsumeTogether } from "#app/services/domain-events/consume-together.server.ts";
import { CLAIM_COLUMNS, toClaimFacts } from "#app/services/statements/keys/claim-facts.server.ts";
import { markForMatching } from "./broker-rows.server.ts";
import { type Broker, deleteMatchKeys, findRowsOfClaims, saveMatchKeys } from "./match-keys.server.ts";
import { listKeysOfClaim } from "./match-keys.ts";

/** A claim of before is found by rows for so long: its rows and their neighbours are of this time. */
export const CLAIMS_KEYED_DAYS = 180;
const BATCH = 500;

const KEYED_COLUMNS = [...CLAIM_COLUMNS, "workspaceId", "platformId"] as const;

/**
 * Stores the keys of the claims that a broker had before its running statement began, some at a time.
 * @returns whether all are stored
 */
export async function keyEarlierClaims(broker: Broker): Promise<boolean> {
  const { workspaceId, platformId } = broker;
  const where = { platformId, workspaceId };
  const running = await RunningStatement.findOne({ where });
  if (!running || running.keyedAt !== null) return true;
  const after = running.lastKeyedId ?? firstIdAt(new Date(Date.now() - CLAIMS_KEYED_DAYS * DAY));
  const claims = await findRows(Submission, {
    where: { ...where, id: { [Op.gt]: after }, withdrawnAt: null, erasedAt: null },
    attributes: KEYED_COLUMNS,
    order: [["id", "ASC"]],
    limit: BATCH,
  });
  const facts = await toClaimFacts(broker, claims);
  const isLast = claims.length < BATCH;
  return inTransaction(async (transaction) => {
    // This locks the row first, so that nothing else stores these claims' keys meanwhile.
    const [isOwn] = await RunningStatement.update(
      { lastKeyedId: claims.at(-1)?.id ?? after, ...(isLast ? { keyedAt: new Date() } : {}) },
      { where: { ...where, lastKeyedId: running.lastKeyedId, keyedAt: null }, transaction },
    );
    if (isOwn === 0) return false;
    const subjectId = claims.map((claim) => claim.id);
    const keyed = await MatchingKey.findAll({
      where: { ...where, subjectId },
      attributes: ["subjectId"],
      raw: true,
      transaction,
    });
    // These claims have changed since and have newer keys.
    const known = new Set(keyed.map((one) => one.subjectId));
    await saveMatchKeys(
      broker,
      facts
        .filter(({ id }) => !known.has(id))
        .map((claim) => ({ id: claim.id, subject: "claim", keys: listKeysOfClaim(claim) })),
      transaction,
    );
    return isLast;
  });
}

/** Stores the keys of new and changed claims at brokers that call back or answer, and has them matched. */
export const noticeClaims: ConsumeTogether = async (workspaceId, events) => {
  const running = await RunningStatement.findAll({
    where: { workspaceId },
    attributes: ["platformId"],
    raw: true,
  });
  const brokers = running.map(({ platformId }) => platformId);
  const id = [...new Set(events.map(({ subjectId }) => subjectId))];
  const changed =
    brokers.length === 0
      ? []
      : await findRows(Submission, {
          where: { workspaceId, id, platformId: brokers },
          attributes: [...KEYED_COLUMNS, "withdrawnAt", "erasedAt"],
        });
  const gone = changed.filter(({ withdrawnAt, erasedAt }) => withdrawnAt !== null || erasedAt !== null);
  const present = changed.filter((claim) => !gone.includes(claim));
  const others = await findOthersOfPeople(workspaceId, present);
  const byBroker = groupBy([...present, ...others], ({ platformId }) => platformId);
  const facts = await Promise.all(
    [...byBroker].map(async ([platformId, claims]) => ({
      broker: { workspaceId, platformId },
      claims: await toClaimFacts({ workspaceId, platformId }, claims),
    })),
  );
  // What a claim no longer names, or a claim that is gone, leaves its rows to others.
  const rows = await findRowsOfClaims(
    workspaceId,
    [...present, ...gone].map((claim) => claim.id),
  );
  const rowsOf = groupBy(rows, ({ platformId }) => platformId);
  return async (transaction) => {
    // Waits while the keys of a broker's earlier claims are being stored.
    await RunningStatement.findAll({
      where: { platformId: brokers, workspaceId },
      attributes: ["platformId"],
      order: [["platformId", "ASC"]],
      lock: transaction.LOCK.SHARE,
      raw: true,
      transaction,
    });
    await deleteMatchKeys({ workspaceId, subjectId: gone.map((claim) => claim.id) }, transaction);
    for (const { broker, claims } of facts) {
      const keyed = claims.map((claim) => ({ id: claim.id, keys: listKeysOfClaim(claim) }));
      await saveMatchKeys(
        broker,
        keyed.map((one) => ({ ...one, subject: "claim" })),
        transaction,
      );
      await markForMatching(
        broker,
        keyed.map((one) => one.id),
        transaction,
      );
    }
    for (const [platformId, some] of rowsOf) {
      const subjectIds = [...new Set(some.map(({ subjectId }) => subjectId))];
      await markForMatching({ workspaceId, platformId }, subjectIds, transaction);
    }
  };
};

/** What a decision has taught of a person, their other waiting claims are found by too. */
async function findOthersOfPeople(
  workspaceId: string,
  claims: readonly Pick<Submission, "id" | "platformId" | "emailKey">[],
) {
  if (claims.length === 0) return [];
  return findRows(Submission, {
    where: {
      workspaceId,
      platformId: [...new Set(claims.map(({ platformId }) => platformId))],
      emailKey: [...new Set(claims.map(({ emailKey }) => emailKey))],
      id: { [Op.notIn]: claims.map(({ id }) => id) },
      status: "pending",
      withdrawnAt: null,
      erasedAt: null,
    },
    attributes: KEYED_COLUMNS,
  });
}
