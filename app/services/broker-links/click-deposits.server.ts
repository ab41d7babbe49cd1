import type { Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { depositsWithoutClaim, type UnclaimedDeposit } from "#app/database/queries/link-clicks.server.ts";
import { shownMatching } from "#app/database/queries/statement-matches.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { toLinkClickId } from "#app/lib/affiliate-systems.ts";
import { CONVERSION_ACTIONS } from "#app/lib/domain.ts";
import { newId } from "#app/lib/ids.ts";
import { ClickDeposit, LinkClick, StatementMatch } from "#app/models/index.server.ts";

type Owner = { id: string; workspaceId: string };
/** What a row says of what was paid. */
type PaidRow = {
  line: number;
  kind: string | null;
  amount: string | null;
  convertedAmount: string | null;
};

const KEY = "click ";

const isDeposit = ({ kind, amount, convertedAmount }: PaidRow): boolean =>
  (kind === null || CONVERSION_ACTIONS.some((action) => action === kind)) &&
  Number(amount ?? convertedAmount ?? 0) > 0;

/** Keeps which clicks the rows of a statement name with a deposit, of those that its workspace's links gave. */
export async function saveClickDeposits(
  { id: statementId, workspaceId }: Owner,
  /** Each key with what its rows say, as JSON. */
  keys: readonly (readonly [key: string, rows: string])[],
  transaction: Transaction,
): Promise<void> {
  const rowsById = new Map(
    keys.flatMap(([key, rows]) => {
      const id = key.startsWith(KEY) ? toLinkClickId(key.slice(KEY.length)) : null;
      return id === null ? [] : [[id, rows] as const];
    }),
  );
  if (rowsById.size === 0) return;
  const where = { workspaceId, id: [...rowsById.keys()] };
  const clicks = await findRows(LinkClick, { where, attributes: ["id"], transaction });
  const deposits = clicks.flatMap(({ id: clickId }) => {
    const row = (JSON.parse(rowsById.get(clickId) ?? "[]") as PaidRow[]).find(isDeposit);
    return row ? [{ id: newId(), workspaceId, clickId, statementId, line: row.line }] : [];
  });
  await insertRows(ClickDeposit, deposits, transaction);
}

/** Keeps once which clicks a broker has called back with a deposit. */
export async function saveCalledDeposits(
  workspaceId: string,
  clickIds: readonly string[],
  transaction: Transaction,
): Promise<void> {
  if (clickIds.length === 0) return;
  const clickId = [...new Set(clickIds)];
  const where = { workspaceId, clickId, statementId: null };
  const known = await ClickDeposit.findAll({ where, attributes: ["clickId"], raw: true, transaction });
  const kept = new Set(known.map((one) => one.clickId));
  const deposits = clickId
    .filter((id) => !kept.has(id))
    .map((id) => ({ id: newId(), workspaceId, clickId: id, statementId: null, line: null }));
  await insertRows(ClickDeposit, deposits, transaction);
}

export const deleteClickDeposits = async (
  { id: statementId, workspaceId }: Owner,
  transaction: Transaction,
): Promise<void> => {
  await ClickDeposit.destroy({ where: { statementId, workspaceId }, transaction });
};

/** The clicks of a campaign whose clients have deposited and whom nobody claims; null is no campaign. */
export type NeverClaimed = { campaign: string | null; clients: number };

type OfBroker = { workspaceId: string; platformId: string };
/** Which clicks have a claim by another key; what was called back is found until this id was made. */
type Called = {
  calledFrom: string;
  findClaimedClicks: (broker: OfBroker, clickIds: readonly string[]) => Promise<ReadonlySet<string>>;
};

/** What the broker names with a click of its links and no claim is of, by campaign; most of them first. */
export async function countNeverClaimed(
  broker: OfBroker,
  { calledFrom, findClaimedClicks }: Called,
): Promise<NeverClaimed[]> {
  const deposits = await retryRead(() => depositsWithoutClaim(broker, calledFrom));
  const called = deposits.flatMap(({ clickId, statementId }) => (statementId === null ? [clickId] : []));
  const [isUnclaimed, claimed] = await Promise.all([
    findUnclaimed(broker.workspaceId, deposits),
    findClaimedClicks(broker, [...new Set(called)]),
  ]);
  const clients = new Map<string | null, Set<string>>();
  for (const deposit of deposits.filter(isUnclaimed)) {
    if (claimed.has(deposit.clickId)) continue;
    const known = clients.get(deposit.campaign) ?? new Set();
    clients.set(deposit.campaign, known.add(deposit.clickId));
  }
  return [...clients]
    .map(([campaign, { size }]) => ({ campaign, clients: size }))
    .sort((a, b) => b.clients - a.clients);
}

/** A client may be claimed by another key than the click: then the statement shows it with that claim. */
async function findUnclaimed(
  workspaceId: string,
  deposits: readonly UnclaimedDeposit[],
): Promise<(deposit: UnclaimedDeposit) => boolean> {
  const statementIds = [...new Set(deposits.flatMap(({ statementId }) => statementId ?? []))];
  const unclaimed = new Map<string, Set<number>>();
  for (const statementId of statementIds) {
    const matches = await retryRead(() =>
      findRows(StatementMatch, {
        where: {
          statementId,
          workspaceId,
          matchGroup: "unmatchedRows",
          matchingId: shownMatching(statementId),
        },
        attributes: ["lines"],
      }),
    );
    unclaimed.set(statementId, new Set(matches.flatMap(({ lines }) => JSON.parse(lines) as number[])));
  }
  return ({ statementId, line }) =>
    statementId === null || line === null || (unclaimed.get(statementId)?.has(line) ?? false);
}
