import type { Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import type { Contract, ContractPart } from "#app/lib/contracts.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { plusDays } from "#app/lib/periods.ts";
import { BrokerContract } from "#app/models/index.server.ts";

const COLUMNS = [
  ...(["id", "platformId", "startsOn", "endsOn", "timeZone"] as const),
  ...(["currency", "parts", "paidOnDay"] as const),
];
type Row = Pick<BrokerContract, (typeof COLUMNS)[number]>;

/** By broker, the earliest first. One without an end of its own ends where the next one begins. */
export function readContracts(rows: readonly Row[]): Map<string, Contract[]> {
  const byPlatform = groupBy(rows, ({ platformId }) => platformId);
  return new Map(
    [...byPlatform].map(([platformId, own]) => {
      const sorted = own.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1));
      return [platformId, sorted.map((row, index) => readContract(row, sorted[index + 1]))];
    }),
  );
}

const readContract = (
  { id, startsOn, endsOn, timeZone, currency, parts, paidOnDay }: Row,
  next: Row | undefined,
): Contract => ({
  id,
  startsOn,
  endsOn: endsOn ?? (next ? plusDays(next.startsOn, -1) : null),
  timeZone,
  currency,
  parts: JSON.parse(parts) as ContractPart[],
  paidOnDay,
});

/** The contracts of brokers of a workspace, by broker. */
export async function findContracts(
  { workspaceId, platformId }: { workspaceId: string; platformId: string | readonly string[] },
  transaction?: Transaction,
): Promise<Map<string, Contract[]>> {
  const where = { workspaceId, platformId: [platformId].flat() };
  const read = () =>
    findRows(BrokerContract, { where, attributes: COLUMNS, ...(transaction && { transaction }) });
  return readContracts(await (transaction ? read() : retryRead(read)));
}
