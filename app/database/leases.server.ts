import {
  type Attributes,
  literal,
  type Model,
  type ModelStatic,
  Op,
  type Transaction,
  type WhereOptions,
} from "sequelize";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { announceDue } from "./announcements.server.ts";
import { inTransaction } from "./connection.server.ts";
import { databaseNow, escapeValue, has } from "./dialect.server.ts";

/** Longer than the longest piece of work, so that no lease expires while its work still runs. */
export const LEASE_MS = MINUTE;

/** Of work that somebody waits for: a timer renews it, and what a killed process leaves is soon taken over. */
const AWAITED_LEASE_MS = 15 * SECOND;

/** The right to work on one row until the lease expires and another worker claims the row. */
export type Lease = { readonly id: string; readonly token: string };

/**
 * A table whose rows are work, with the columns `id`, `state`, `dueAt`, `leaseToken` and `attemptCount`.
 * A claim moves `dueAt` forward: if the worker dies, the row becomes due again by itself.
 */
type WorkModel = ModelStatic<Model>;

/** A table of work that somebody waits for has the column `lostLeases`. */
const isAwaited = (model: WorkModel): boolean => "lostLeases" in model.getAttributes();
const leaseMsOf = (model: WorkModel): number => (isAwaited(model) ? AWAITED_LEASE_MS : LEASE_MS);

/** A time by the database's clock, which all workers share. */
export const fromNow = (ms: number) => literal(databaseNow(ms));

const isDue = () => ({ dueAt: { [Op.lte]: fromNow(0) } });

/** The same as a condition of the poll. */
export function someAreDue(model: WorkModel, where: Record<string, string | string[]>): string {
  const conditions = Object.entries(where).map(
    ([column, value]) => `${column} IN (${[value].flat().map(escapeValue).join(", ")})`,
  );
  return has(model.tableName, `${conditions.join(" AND ")} AND dueAt <= ${databaseNow()}`);
}

/** The ids of up to `limit` due rows, the oldest first. */
export async function findDue(model: WorkModel, where: WhereOptions, limit: number): Promise<string[]> {
  const rows = await model.findAll({
    where: { [Op.and]: [where, isDue()] },
    attributes: ["id"],
    order: [["dueAt", "ASC"]],
    limit,
  });
  return rows.map((row) => row.get("id") as string);
}

/** Claims the rows that are in the state and still due. The claim has committed when this resolves. */
export async function claimDue(
  model: WorkModel,
  { id, ...where }: { id: string[]; state: string | string[]; consumer?: string; kind?: string[] },
): Promise<Lease[]> {
  return inTransaction(async (transaction) => {
    const { token, count } = await take(model, { [Op.and]: [{ id, ...where }, isDue()] }, transaction);
    if (count === id.length) return [...id].sort().map((one) => ({ id: one, token }));
    return count === 0 ? [] : findTaken(model, token, transaction);
  });
}

/** Claims the rows of `where`, due or not. Of several workers one gets each row. */
export async function claim(
  model: WorkModel,
  where: WhereOptions,
  transaction: Transaction,
): Promise<Lease[]> {
  const { token, count } = await take(model, where, transaction);
  return count === 0 ? [] : findTaken(model, token, transaction);
}

async function take(model: WorkModel, where: WhereOptions, transaction: Transaction) {
  const token = newId();
  const [count] = await model.update(
    { ...countStart(model), leaseToken: token, dueAt: fromNow(leaseMsOf(model)) },
    { where, transaction },
  );
  return { token, count };
}

/** Of work that somebody waits for, a lease that only ran out was no attempt. MySQL sets columns in this order. */
function countStart(model: WorkModel) {
  if (!isAwaited(model)) return { attemptCount: literal("attemptCount + 1") };
  return {
    lostLeases: literal("lostLeases + CASE WHEN leaseToken IS NULL THEN 0 ELSE 1 END"),
    attemptCount: literal("attemptCount + CASE WHEN leaseToken IS NULL THEN 1 ELSE 0 END"),
  };
}

async function findTaken(model: WorkModel, token: string, transaction: Transaction): Promise<Lease[]> {
  // Ids grow with time: the oldest is worked on first.
  const rows = await model.findAll({
    where: { leaseToken: token },
    attributes: ["id"],
    order: [["id", "ASC"]],
    transaction,
  });
  return rows.map((row) => ({ id: row.get("id") as string, token }));
}

/** Makes claimed rows due again. Their work has not started, so the claim does not count as an attempt. */
export async function release(model: WorkModel, leases: Lease[], delayMs = 0): Promise<void> {
  if (leases.length === 0) return;
  await inTransaction(async (transaction) => {
    await model.update(
      { leaseToken: null, dueAt: fromNow(delayMs), attemptCount: literal("attemptCount - 1") },
      { where: { [Op.or]: leases.map(heldBy) }, transaction },
    );
    announceDue(model, transaction, delayMs);
  });
}

/**
 * Saves the result of the work and ends the lease.
 * @returns false if the lease was lost: nothing is saved
 */
export async function finish<M extends Model>(
  model: ModelStatic<M>,
  lease: Lease,
  result: Partial<Attributes<M>>,
  transaction: Transaction,
): Promise<boolean> {
  return update(model, lease, { ...result, leaseToken: null }, transaction);
}

/** Like `finish`, for a row that is not needed once its work is done. */
export async function deleteHeld(model: WorkModel, lease: Lease, transaction: Transaction): Promise<boolean> {
  return (await model.destroy({ where: heldBy(lease), transaction })) === 1;
}

/** Like `finish`, for work that is due again after `delayMs`. */
export async function reschedule<M extends Model>(
  model: ModelStatic<M>,
  lease: Lease,
  { delayMs, ...result }: { delayMs: number } & Partial<Attributes<M>>,
  transaction: Transaction,
): Promise<boolean> {
  announceDue(model, transaction, delayMs);
  return update(model, lease, { ...result, leaseToken: null, dueAt: fromNow(delayMs) }, transaction);
}

/**
 * Saves a step of long work and keeps the lease.
 * @returns false if the lease was lost: nothing is saved
 */
export async function renew<M extends Model>(
  model: ModelStatic<M>,
  lease: Lease,
  step: Partial<Attributes<M>>,
  transaction: Transaction,
): Promise<boolean> {
  return update(model, lease, { ...step, dueAt: fromNow(leaseMsOf(model)) }, transaction);
}

/** The lease is another worker's. */
export class LostLease extends Error {}

const RENEW_EVERY_MS = LEASE_MS / 6;

/**
 * A function for the steps of long work, which renews the lease as often as is needed.
 * @throws {LostLease} by the function
 */
export function keepLease(model: WorkModel, lease: Lease): () => Promise<void> {
  let renewedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() < renewedAt + RENEW_EVERY_MS) return;
    if (!(await inTransaction((transaction) => renew(model, lease, {}, transaction)))) throw new LostLease();
    renewedAt = performance.now();
  };
}

export type HeldLease = {
  /** Aborted with `LostLease` once another worker has the row. */
  lost: AbortSignal;
  /** @throws {LostLease} once another worker has the row */
  keep: () => Promise<void>;
};

/** Renews the lease of long work by a timer until the work ends. */
export async function holdLease<T>(
  model: WorkModel,
  lease: Lease,
  work: (held: HeldLease) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const renewOnce = async () => {
    if (!(await inTransaction((transaction) => renew(model, lease, {}, transaction))))
      lost.abort(new LostLease());
  };
  // A database that is away may be back before the lease ends.
  const renewing = setInterval(() => void renewOnce().catch(() => undefined), leaseMsOf(model) / 3);
  try {
    return await work({ lost: lost.signal, keep: async () => lost.signal.throwIfAborted() });
  } finally {
    clearInterval(renewing);
  }
}

const heldBy = ({ id, token }: Lease) => ({ id, leaseToken: token });

async function update(
  model: WorkModel,
  lease: Lease,
  values: object,
  transaction: Transaction,
): Promise<boolean> {
  const [count] = await model.update(values, { where: heldBy(lease), transaction });
  return count === 1;
}
