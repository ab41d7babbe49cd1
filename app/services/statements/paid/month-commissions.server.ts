import Decimal from "decimal.js-light";
import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { type Money, sumByCurrency, sumIn } from "#app/lib/commission.ts";
import { type Contract, contractOn, listTiers } from "#app/lib/contracts.ts";
import type { ExchangeRates } from "#app/lib/exchange.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { Commission, type Platform, type Workspace } from "#app/models/index.server.ts";
import { getWorkspaceRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { findContracts } from "#app/services/platforms/contracts/read-contracts.server.ts";
import { type ClientCommission, type ClientEntry, describeClients } from "./client-commissions.server.ts";
import { compareCommissions } from "./compare-commissions.ts";
import {
  COMMISSION_COLUMNS,
  findCommissions,
  type StoredCommission,
  toStoredCommission,
} from "./match-commissions.server.ts";
import { findPaidRows, type PaidClaims } from "./paid-rows.server.ts";

export type MonthSums = {
  month: string;
  /** Whether a file with commission has rows of this month. */
  isPaid: boolean;
  expected: Money[];
  paid: Money[];
  /** In the tiers' currency; null where a rate is missing or nothing is paid. */
  difference: Money | null;
};

export type MonthCommissions = MonthSums & {
  clients: ClientCommission[];
  pagination: { total: number; page: number; limit: number; pages: number };
};

type Entry = ClientEntry<PaidClaims>;
type Month = { workspace: Workspace; platform: Pick<Platform, "id">; month: string };

/** What a month is added up from. */
type MonthFacts = {
  rates: ExchangeRates;
  contract: Contract | null;
  /** Of the month and those around it. */
  near: readonly PaidClaims[];
  /** By claim: those of the month, and those that its rows pay. */
  commissions: ReadonlyMap<string, StoredCommission>;
};

/**
 * The commission of a broker's month. A claim counts in the month of the first row that pays it, in the file's time
 * zone, and without one in its own month.
 * @param areJoined whether the clients without a claim are one entry
 */
export async function getMonthCommissions({
  page = 1,
  limit = Number.MAX_SAFE_INTEGER,
  areJoined = false,
  ...of
}: Month & { page?: number; limit?: number; areJoined?: boolean }): Promise<MonthCommissions> {
  const { sums, entries, commissions } = await addUpMonth(of, areJoined);
  const pages = Math.max(1, Math.ceil(entries.length / limit));
  const shown = entries.sort(compareEntries).slice((page - 1) * limit, page * limit);
  const { month, workspace } = of;
  return {
    ...sums,
    clients: await describeClients(shown, {
      workspaceId: workspace.id,
      month,
      commissions,
      isPaid: sums.isPaid,
    }),
    pagination: { total: entries.length, page, limit, pages },
  };
}

/** The sums of a month of several brokers, which are read together. Their contracts are those of `platforms`. */
export async function listMonthSums({
  workspace,
  platforms,
  month,
  rates,
}: {
  workspace: Workspace;
  platforms: readonly Platform[];
  month: string;
  rates: Promise<{ rates: ExchangeRates }>;
}): Promise<(MonthSums & { platform: Platform })[]> {
  if (platforms.length === 0) return [];
  const ids = platforms.map(({ id }) => id);
  const near = await findPaidRows({ workspaceId: workspace.id, platformId: ids, month });
  const commissions = await findMonth({ workspace, platformIds: ids, month }, near);
  const rowsOf = groupBy(near, ({ platformId }) => platformId);
  const known = await rates;
  return platforms.map((platform) => {
    const facts = {
      rates: known.rates,
      contract: contractOn(platform.contracts ?? [], `${month}-01`),
      near: rowsOf.get(platform.id) ?? [],
      commissions: commissions.get(platform.id) ?? new Map(),
    };
    return { platform, ...addUp({ workspace, platform, month }, facts, true).sums };
  });
}

async function addUpMonth(of: Month, areJoined: boolean) {
  const { month, workspace, platform } = of;
  const workspaceId = workspace.id;
  const [{ rates }, contracts, near] = await retryRead(() =>
    Promise.all([
      getWorkspaceRates(workspace),
      findContracts({ workspaceId, platformId: platform.id }),
      findPaidRows({ workspaceId, platformId: platform.id, month }),
    ]),
  );
  const commissions = await findMonth({ workspace, platformIds: [platform.id], month }, near);
  const facts = {
    rates,
    contract: contractOn(contracts.get(platform.id) ?? [], `${month}-01`),
    near,
    commissions: commissions.get(platform.id) ?? new Map(),
  };
  return addUp(of, facts, areJoined);
}

function addUp(
  { month, workspace }: Month,
  { rates, contract, near, commissions }: MonthFacts,
  areJoined: boolean,
) {
  const rows = near.filter(({ day }) => day.startsWith(month));
  const tiers = contract ? listTiers(contract) : [];
  const currency = tiers[0]?.currency ?? rows[0]?.paidCurrency ?? workspace.currency;
  const clients = groupByClient(rows, commissions);
  const entries = (areJoined ? joinUnclaimed(clients) : clients).map((client): Entry => {
    const { claimIds, expectedIds, rows: own, clientCount } = client;
    const facts = {
      claims: expectedIds.flatMap((id) => commissions.get(id) ?? []),
      rows: own.map((row) => ({ ...row, isClaimed: row.claimIds.some((id) => commissions.has(id)) })),
      tiers,
      currency,
      rates,
    };
    const compared = compareCommissions(facts);
    const { expected } = compared;
    // What no row pays is missing as a whole.
    const difference =
      own.length === 0 && rows.length > 0 && expected !== null
        ? new Decimal(expected).negated().toFixed()
        : compared.difference;
    return { claimIds, rows: own, facts, clientCount, compared: { ...compared, difference } };
  });
  const expected = sumByCurrency(
    entries.flatMap(({ compared }) =>
      compared.expected === null ? [] : [{ amount: compared.expected, currency }],
    ),
  );
  const paid = sumByCurrency(
    rows.map((row) => ({ amount: row.paid, currency: row.paidCurrency ?? currency })),
  );
  const converted = sumIn(currency, paid, rates);
  const sums: MonthSums = {
    month,
    isPaid: rows.length > 0,
    expected: expected.length > 0 ? expected : [{ amount: "0", currency }],
    paid,
    difference:
      rows.length === 0 || converted.left.length > 0
        ? null
        : {
            amount: new Decimal(converted.amount).minus(expected[0]?.amount ?? 0).toFixed(),
            currency,
          },
  };
  return { sums, entries, commissions };
}

/** The clients without a claim as one, whose rows are those of all of them. */
function joinUnclaimed(clients: readonly Client[]): Client[] {
  const unclaimed = clients.filter(({ claimIds }) => claimIds.length === 0);
  if (unclaimed.length < 2) return [...clients];
  const rows = unclaimed.flatMap((client) => client.rows);
  const joined = { claimIds: [], expectedIds: [], rows, clientCount: unclaimed.length };
  return [...clients.filter(({ claimIds }) => claimIds.length > 0), joined];
}

/** The largest difference first, then what is expected without one. */
const compareEntries = (a: Entry, b: Entry) => sizeOf(b) - sizeOf(a) || expectedOf(b) - expectedOf(a);
const sizeOf = ({ compared }: Entry) => Math.abs(Number(compared.difference ?? compared.expected ?? 0));
const expectedOf = ({ compared }: Entry) => Number(compared.expected ?? 0);

/**
 * By broker the commissions that count in the month: those whose first row is of it, and its own without a
 * row.
 */
async function findMonth(
  { workspace, platformIds, month }: { workspace: Workspace; platformIds: readonly string[]; month: string },
  near: readonly PaidClaims[],
): Promise<Map<string, Map<string, StoredCommission>>> {
  const own = await retryRead(() =>
    findRows(Commission, {
      where: { workspaceId: workspace.id, month, platformId: [...platformIds] },
      attributes: [...COMMISSION_COLUMNS, "platformId"],
    }),
  );
  const known = new Set(own.map(({ submissionId }) => submissionId));
  const rows = near.filter(({ day }) => day.startsWith(month));
  const paid = new Set(rows.flatMap(({ claimIds }) => claimIds));
  const others = await findCommissions(
    workspace.id,
    [...paid].filter((id) => !known.has(id)),
  );
  return new Map(
    platformIds.map((platformId) => {
      const found = new Map(
        own
          .filter((row) => row.platformId === platformId)
          .map((row) => [row.submissionId, toStoredCommission(row)]),
      );
      const paidIn = new Map<string, string>();
      for (const { platformId: of, claimIds, day } of near)
        if (of === platformId)
          for (const id of claimIds) if (!paidIn.has(id)) paidIn.set(id, day.slice(0, 7));
      for (const [id, commission] of others) if (paidIn.has(id)) found.set(id, commission);
      for (const id of found.keys()) if ((paidIn.get(id) ?? month) !== month) found.delete(id);
      return [platformId, found];
    }),
  );
}

type Client = { claimIds: string[]; expectedIds: string[]; rows: PaidClaims[]; clientCount: number };

/** The clients of the rows, then the claims that no row pays. Each claim is expected once. */
function groupByClient(
  rows: readonly PaidClaims[],
  commissions: ReadonlyMap<string, StoredCommission>,
): Client[] {
  const clients = new Map<string, PaidClaims[]>();
  for (const row of rows) {
    const own = clients.get(row.clientHash);
    if (own) own.push(row);
    else clients.set(row.clientHash, [row]);
  }
  const expected = new Set<string>();
  const paid = [...clients.values()].map((own) => {
    const claimIds = [...new Set(own.flatMap((row) => row.claimIds))];
    const expectedIds = claimIds.filter((id) => commissions.has(id) && !expected.has(id));
    for (const id of expectedIds) expected.add(id);
    return { claimIds, expectedIds, rows: own, clientCount: 1 };
  });
  const unpaid = [...commissions.keys()].filter((id) => !expected.has(id));
  return [...paid, ...unpaid.map((id) => ({ claimIds: [id], expectedIds: [id], rows: [], clientCount: 1 }))];
}
