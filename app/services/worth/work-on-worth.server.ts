import { createHash } from "node:crypto";
import { ForeignKeyConstraintError, type Transaction } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { finish, holdLease, type Lease, LostLease, renew, reschedule } from "#app/database/leases.server.ts";
import { markWorths } from "#app/database/queries/worth-marks.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { sumByCurrency } from "#app/lib/commission.ts";
import { dayIn } from "#app/lib/dates.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { getKeys } from "#app/lib/objects.ts";
import type { ContractMonth } from "#app/lib/worth.ts";
import {
  BrokerContract,
  BrokerWorth,
  ClaimWorth,
  Commission,
  Platform,
  Submission,
  Workspace,
  WorthMonth,
} from "#app/models/index.server.ts";
import type { ConsumeTogether } from "#app/services/domain-events/consume-together.server.ts";
import { listContracts } from "#app/services/platforms/contracts/write-contract.server.ts";
import { calculateWorth } from "./calculate-worth.ts";
import type { Worth, WorthClient } from "./worth.ts";
import {
  type ClaimedAmount,
  createConvert,
  findWorthClients,
  type WorthBroker,
  type WorthClaim,
} from "./worth-clients.server.ts";

const CHUNK = 500;

/** Works out what the clients of a broker are worth, and writes what has changed. */
export async function workOnWorth(lease: Lease): Promise<void> {
  const due = await retryRead(() =>
    BrokerWorth.findOne({ where: { id: lease.id, leaseToken: lease.token } }),
  );
  if (!due) return;
  const { workspaceId, platformId, calculatedAt } = due;
  const restsFor = calculatedAt ? +calculatedAt + (await countRest(due)) - Date.now() : 0;
  if (restsFor > 0) {
    const later = { delayMs: restsFor, attemptCount: 0 };
    await inTransaction((transaction) => reschedule(BrokerWorth, lease, later, transaction));
    return;
  }
  try {
    await holdLease(BrokerWorth, lease, async ({ keep }) => {
      const found = await calculateBroker({ workspaceId, platformId }, keep);
      if (found) await saveWorth({ workspaceId, platformId }, found, lease);
    });
  } catch (error) {
    // Something has changed meanwhile, a claim was deleted, or another process works on it: it is done again.
    if (!(error instanceof LostLease || error instanceof ForeignKeyConstraintError)) throw error;
    return;
  }
  const done = { state: "idle" as const, dueAt: null, attemptCount: 0, calculatedAt: new Date() };
  await inTransaction((transaction) => finish(BrokerWorth, lease, done, transaction));
}

/**
 * What a client costs between two calculations: where many change all the time, they leave most of it to
 * others.
 */
const REST_MS = 1;

const countRest = async ({ workspaceId, platformId }: WorthBroker): Promise<number> =>
  REST_MS * (await retryRead(() => ClaimWorth.count({ where: { workspaceId, platformId } })));

type Calculated = { worth: Worth; clients: readonly WorthClient[] };

/** @returns null for a broker that is gone */
async function calculateBroker(broker: WorthBroker, keep: () => Promise<void>): Promise<Calculated | null> {
  const { workspaceId, platformId } = broker;
  const [workspace, platform, contracts] = await retryRead(() =>
    Promise.all([
      Workspace.findByPk(workspaceId),
      Platform.findOne({ where: { id: platformId, workspaceId } }),
      listContracts(broker),
    ]),
  );
  if (!workspace || !platform) return null;
  const listEarned = (claims: readonly WorthClaim[]) => findEarned(workspaceId, claims);
  const currency = contracts.at(-1)?.currency ?? workspace.currency;
  const clients = await findWorthClients(broker, { currency, listEarned, keepsGoing: keep });
  const worth = await calculateWorth({
    contracts,
    clients,
    since: dayIn(workspace.timeZone, platform.createdAt).slice(0, 7),
    convert: await createConvert(workspace),
    now: new Date(),
  });
  return { worth, clients };
}

/** What claims have earned by the tiers of their time. */
async function findEarned(
  workspaceId: string,
  claims: readonly WorthClaim[],
): Promise<Map<string, ClaimedAmount[]>> {
  const earned: ClaimedAmount[] = [];
  for (let at = 0; at < claims.length; at += CHUNK) {
    const submissionId = claims.slice(at, at + CHUNK).map(({ id }) => id);
    const rows = await retryRead(() =>
      findRows(Commission, {
        where: { workspaceId, submissionId },
        attributes: ["submissionId", "month", "tierType", "earned", "tierCurrency"],
      }),
    );
    for (const { tierCurrency: currency, ...row } of rows)
      if (currency !== null) earned.push({ ...row, currency });
  }
  return groupBy(earned, ({ submissionId }) => submissionId);
}

async function saveWorth(broker: WorthBroker, { worth, clients }: Calculated, lease: Lease): Promise<void> {
  const paidOf = new Map(clients.map(({ submissionId, paid }) => [submissionId, sumByCurrency(paid)]));
  const rows = worth.clients.map((client) => {
    const values = {
      ...client,
      paid: JSON.stringify(paidOf.get(client.submissionId) ?? []),
      lacks: JSON.stringify(client.lacks),
      factIds: JSON.stringify(client.factIds),
    };
    const { firstDepositAt: _, ...stored } = values;
    const digest = createHash("sha256").update(JSON.stringify(stored)).digest("base64url");
    return { ...broker, ...stored, digest };
  });
  const known = await findKnown(broker);
  const changed = rows.filter(({ submissionId, digest }) => known.get(submissionId) !== digest);
  const current = new Set(rows.map(({ submissionId }) => submissionId));
  const gone = [...known.keys()].filter((id) => !current.has(id));
  // What was read before a change must not replace what was read after it.
  const inOneStep = (save: (transaction: Transaction) => Promise<unknown>) =>
    inTransaction(
      async (transaction) => {
        // Claims before their broker's row, as whoever marks it locks them.
        await save(transaction);
        if (!(await renew(BrokerWorth, lease, {}, transaction))) throw new LostLease();
      },
      { queue: broker.workspaceId },
    );
  const inChunks = async <T>(
    items: readonly T[],
    save: (some: T[], transaction: Transaction) => Promise<unknown>,
  ) => {
    for (let at = 0; at < items.length; at += CHUNK)
      await inOneStep((transaction) => save(items.slice(at, at + CHUNK), transaction));
  };
  await inChunks(changed, (some, transaction) =>
    ClaimWorth.bulkCreate(some, { updateOnDuplicate: UPDATED, transaction }),
  );
  await inChunks(gone, (submissionId, transaction) =>
    ClaimWorth.destroy({ where: { ...broker, submissionId }, transaction }),
  );
  await inOneStep((transaction) => saveMonths(broker, worth.months, transaction));
}

const UPDATED = getKeys(ClaimWorth.getAttributes()).filter((name) => name !== "submissionId");

async function findKnown(broker: WorthBroker): Promise<Map<string, string>> {
  const rows = await retryRead(() =>
    findRows(ClaimWorth, { where: broker, attributes: ["submissionId", "digest"] }),
  );
  return new Map(rows.map(({ submissionId, digest }) => [submissionId, digest]));
}

async function saveMonths(
  broker: WorthBroker,
  months: readonly ContractMonth[],
  transaction: Transaction,
): Promise<void> {
  await WorthMonth.destroy({ where: broker, transaction });
  await WorthMonth.bulkCreate(
    months.map(({ lacking, ...month }) => ({ ...month, ...broker, lackingCount: lacking.length })),
    { transaction },
  );
}

/** Has the worth of the clients of changed claims worked out again. */
export const noticeWorth: ConsumeTogether = async (workspaceId, events) => {
  const id = [...new Set(events.map(({ subjectId }) => subjectId))];
  const claims = await retryRead(() =>
    Submission.findAll({
      where: { workspaceId, id },
      attributes: ["platformId"],
      group: ["platformId"],
      raw: true,
    }),
  );
  return (transaction) =>
    markWorths(
      claims.map(({ platformId }) => ({ workspaceId, platformId })),
      transaction,
    );
};

/**
 * Has the worth of all clients worked out again whose broker's contracts say what is paid: months begin and
 * end.
 */
export async function markKnownWorths(): Promise<void> {
  const brokers = await retryRead(() =>
    BrokerContract.findAll({
      where: { isKnown: true },
      attributes: ["workspaceId", "platformId"],
      group: ["workspaceId", "platformId"],
      raw: true,
    }),
  );
  for (let at = 0; at < brokers.length; at += CHUNK)
    await inTransaction((transaction) => markWorths(brokers.slice(at, at + CHUNK), transaction));
}
