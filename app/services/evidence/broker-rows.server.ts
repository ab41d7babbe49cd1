import type { Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { newId } from "#app/lib/ids.ts";
import { keyedHashes } from "#app/lib/secrets.server.ts";
import { BrokerRow, MatchingMark, RunningStatement } from "#app/models/index.server.ts";
import { EMPTY_ROW } from "#app/services/statements/columns/stored-row.ts";
import type { Growth } from "./facts-of-rows.ts";
import { type Broker, saveMatchKeys } from "./match-keys.server.ts";
import { listKeysOfRow } from "./match-keys.ts";
import type { BrokerFacts, RunningRow } from "./match-rows.ts";
import { saveFactsOfRows } from "./save-facts-of-rows.server.ts";

export type NewBrokerRow = {
  source: BrokerRow["source"];
  postbackId?: string;
  connectionId?: string;
  receivedAt: Date;
  facts: BrokerFacts;
  /** What is the same each time the broker says it, such as a transaction's id; null where nothing is. */
  once: string | null;
  /** In which its times were written. */
  timeZone?: string | null;
  /** Of a total: what it grew by since it was last asked for. */
  growth?: Growth | null;
};

/**
 * Stores what a broker says, and has it matched. Rows that were stored before are left out.
 * @returns the ids of the stored rows, null for those that were known
 */
export async function saveBrokerRows(
  broker: Broker,
  rows: readonly NewBrokerRow[],
  transaction: Transaction,
): Promise<(string | null)[]> {
  const { workspaceId, platformId } = broker;
  const given = rows.map((row) => {
    const { source, once, facts, receivedAt, postbackId = null, connectionId = null } = row;
    const [onceKey = null, ...earlier] = once === null ? [] : hashOnce(broker, source, once);
    const values = { workspaceId, platformId, source, postbackId, connectionId, onceKey, receivedAt };
    return {
      values: { ...values, id: newId(), kind: facts.kind, facts: toJson(facts) },
      row,
      facts,
      earlier,
    };
  });
  const known = await findKnown(
    broker,
    given.flatMap(({ earlier }) => earlier),
    transaction,
  );
  const wanted = given.filter(({ earlier }) => !earlier.some((hash) => known.has(hash)));
  await startRunning(broker, transaction);
  await insertRows(
    BrokerRow,
    wanted.map(({ values }) => values),
    transaction,
    { skipsKnown: true },
  );
  const id = wanted.map(({ values }) => values.id);
  const found = await findRows(BrokerRow, {
    where: { workspaceId, platformId, id },
    attributes: ["id"],
    transaction,
  });
  const stored = new Set(found.map((row) => row.id));
  const added = wanted.filter(({ values }) => stored.has(values.id));
  await saveMatchKeys(
    broker,
    added.map(({ values, facts }) => ({ id: values.id, subject: "row", keys: listKeysOfRow(facts) })),
    transaction,
  );
  await saveFactsOfRows(
    broker,
    added.map(({ row, values: { id: rowId } }) => ({ ...row, id: rowId })),
    transaction,
  );
  await markForMatching(
    broker,
    added.map(({ values }) => values.id),
    transaction,
  );
  return given.map(({ values }) => (stored.has(values.id) ? values.id : null));
}

/** The current secret's hash is stored and unique; those of earlier secrets are looked up. */
const hashOnce = ({ platformId }: Broker, source: string, once: string): string[] =>
  keyedHashes("once-key", `${platformId} ${source} ${once}`);

async function findKnown(
  { platformId }: Broker,
  onceKey: readonly string[],
  transaction: Transaction,
): Promise<Set<string>> {
  if (onceKey.length === 0) return new Set();
  const found = await findRows(BrokerRow, {
    where: { platformId, source: ["postback", "api"], onceKey: [...onceKey] },
    attributes: ["onceKey"],
    transaction,
  });
  return new Set(found.flatMap((row) => row.onceKey ?? []));
}

/** Whatever a row says that is not null, so that rows stay short. */
const toJson = (facts: BrokerFacts): string => JSON.stringify(facts, (_name, value) => value ?? undefined);

type StoredRow = Pick<BrokerRow, "id" | "source" | "receivedAt" | "kind" | "facts">;

export function toRunningRow({ id, source, receivedAt, kind, facts }: StoredRow): RunningRow {
  const { at, firstAt, ...said } = JSON.parse(facts) as Partial<BrokerFacts>;
  return {
    id,
    source,
    receivedAt,
    facts: {
      ...NOTHING,
      ...said,
      kind,
      at: at ? { from: new Date(at.from), to: new Date(at.to) } : null,
      firstAt: firstAt ? new Date(firstAt) : null,
    },
  };
}

const { kind: _, ...NOT_SAID } = EMPTY_ROW;
export const NOTHING: Omit<BrokerFacts, "kind"> = {
  ...NOT_SAID,
  span: null,
  firstAt: null,
  lots: null,
  trades: null,
  turnover: null,
  revenue: null,
};

/** A running statement begins with the broker's first row: the claims of before get their keys first. */
async function startRunning({ workspaceId, platformId }: Broker, transaction: Transaction): Promise<void> {
  const where = { platformId, workspaceId };
  if (await RunningStatement.findOne({ where, attributes: ["platformId"], transaction })) return;
  const running = { ...where, createdAt: new Date() };
  await RunningStatement.bulkCreate([running], { ignoreDuplicates: true, transaction });
}

/** Has rows and claims matched with all that shares a key with them. */
export async function markForMatching(
  { workspaceId, platformId }: Broker,
  subjectIds: readonly string[],
  transaction: Transaction,
): Promise<void> {
  const marks = subjectIds.map((subjectId) => ({ platformId, id: newId(), workspaceId, subjectId }));
  await insertRows(MatchingMark, marks, transaction);
  if (marks.length > 0) announceDue(MatchingMark, transaction);
}
