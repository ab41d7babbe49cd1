import Decimal from "decimal.js-light";
import { Op, type Transaction } from "sequelize";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { DAY, SECOND } from "#app/lib/dates.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { keyedHashes } from "#app/lib/secrets.server.ts";
import { BrokerClient, type BrokerConnection, BrokerQuestion } from "#app/models/index.server.ts";
import { type NewBrokerRow, NOTHING, saveBrokerRows } from "#app/services/evidence/broker-rows.server.ts";
import type { Growth } from "#app/services/evidence/facts-of-rows.ts";
import type { BrokerFacts } from "#app/services/evidence/match-rows.ts";
import type { ClientAnswer } from "../broker-api.ts";

/** What was last said of one thing, such as a client's total of 365 days. */
type Said = {
  hash: string;
  /** Of a total: its amount, and since when answers have said less. */
  amount?: string;
  lessSince?: string;
};
type SaidBySlot = Record<string, Said>;

/** A total that is less for less long than this may be an old answer again: what it grew by would be no money. */
const LESS_FOR_MS = DAY;
/** How often it is written down that a client is still there. */
const SEEN_EVERY_MS = 7 * DAY;

type Connection = Pick<BrokerConnection, "id" | "workspaceId" | "platformId">;
type Saving = {
  receivedAt: Date;
  /** When all clients were last listed: until then their totals were what was last said. */
  sameAt: Date | null;
  /** Whether a claim is asked about: what it names is said of an erased client, too. */
  isAsked: boolean;
};

/** Stores what an API says of clients, where it is not what it said before. */
export async function saveClients(
  connection: Connection,
  clients: readonly ClientAnswer[],
  saving: Saving,
  transaction: Transaction,
): Promise<void> {
  const byId = new Map(
    [...groupBy(clients, ({ clientId }) => clientId)].map(([clientId, same]) => [
      clientId,
      joinAnswers(same),
    ]),
  );
  const hashes = new Map([...byId.keys()].map((clientId) => [clientId, hashClient(connection.id, clientId)]));
  const records = await findRecords([...hashes.values()].flat(), transaction);
  const news: News[] = [];
  const seen: string[] = [];
  for (const client of byId.values()) {
    const [current = "", ...earlier] = hashes.get(client.clientId) ?? [];
    const record = [current, ...earlier].map((hash) => records.get(hash)).find(Boolean) ?? null;
    if (record?.erasedAt && !saving.isAsked) continue;
    const one = compare(client, record, saving);
    if (one.rows.length > 0 || one.isChanged || !record)
      news.push({ ...one, id: record?.id ?? current, record });
    else if (+record.seenAt < +saving.receivedAt - SEEN_EVERY_MS) seen.push(record.id);
  }
  const rows = news.flatMap((one) => one.rows.map((row) => ({ ...row, connectionId: connection.id })));
  const ids = await saveBrokerRows(connection, rows, transaction);
  let next = 0;
  const stored = news.map((one) => {
    const own = ids.slice(next, next + one.rows.length);
    next += one.rows.length;
    return { ...one, rowId: own.findLast((id) => id !== null) ?? one.record?.rowId ?? null };
  });
  const { receivedAt: seenAt } = saving;
  const values = ({ said, changeCount, registeredAt, leftAt, rowId }: (typeof stored)[number]) => ({
    said: JSON.stringify(said),
    changeCount,
    registeredAt,
    leftAt,
    rowId,
    erasedAt: null,
    seenAt,
  });
  const { id: connectionId, workspaceId } = connection;
  await insertRows(
    BrokerClient,
    stored.flatMap((one) =>
      one.record ? [] : [{ id: one.id, workspaceId, connectionId, ...values(one) } as BrokerClient],
    ),
    transaction,
  );
  for (const one of stored)
    if (one.record)
      await BrokerClient.update(values(one), { where: { id: one.id, workspaceId }, transaction });
  if (seen.length > 0)
    await BrokerClient.update({ seenAt }, { where: { id: seen, workspaceId }, transaction });
}

/** One call tells who the client is and another one what they deposited; or pages moved, and one came twice. */
function joinAnswers(answers: readonly ClientAnswer[]): ClientAnswer {
  const [first] = answers;
  if (!first) throw new Error("An answer is of a client.");
  const registeredAt = answers.find((one) => one.registeredAt !== null)?.registeredAt ?? null;
  const hasLeft = answers.findLast((one) => one.hasLeft !== undefined)?.hasLeft;
  const left = hasLeft === undefined ? {} : { hasLeft };
  return { ...first, ...left, registeredAt, rows: answers.flatMap(({ rows }) => rows) };
}

type News = {
  id: string;
  record: BrokerClient | null;
  rows: NewBrokerRow[];
  said: SaidBySlot;
  changeCount: number;
  registeredAt: Date | null;
  leftAt: Date | null;
  isChanged: boolean;
};

const hashClient = (connectionId: string, clientId: string): string[] =>
  keyedHashes("once-key", `client ${connectionId} ${clientId}`);

async function findRecords(id: string[], transaction: Transaction): Promise<Map<string, BrokerClient>> {
  if (id.length === 0) return new Map();
  const found = await BrokerClient.findAll({ where: { id }, transaction });
  return new Map(found.map((record) => [record.id, record]));
}

/** Which rows of an answer are new, and what is known of the client from then on. */
function compare(
  { clientId, rows, ...client }: ClientAnswer,
  record: BrokerClient | null,
  { receivedAt, sameAt }: Saving,
): Omit<News, "id" | "record"> {
  const before: SaidBySlot = record ? JSON.parse(record.said) : {};
  const said = { ...before };
  const registeredAt = client.registeredAt ?? record?.registeredAt ?? null;
  const known = record?.leftAt ?? null;
  const saidNow = client.hasLeft ? (known ?? receivedAt) : null;
  const leftAt = client.hasLeft === undefined ? known : saidNow;
  const found: NewBrokerRow[] = [];
  let changeCount = record?.changeCount ?? 0;
  const add = (facts: BrokerFacts, once: string, at = receivedAt, growth: Growth | null = null) =>
    found.push({ source: "api", receivedAt: at, facts, once: `client ${clientId} ${once}`, growth });
  for (const row of rows) {
    const facts: BrokerFacts = { ...NOTHING, ...row.facts };
    if (row.once !== null) {
      add(facts, row.once);
      continue;
    }
    const slot = toSlot(row.facts);
    const last = said[slot];
    const isTotal = facts.kind === "sum" && facts.span !== null && facts.amount !== null;
    if (isTotal && facts.amount !== null) {
      const total = compareTotal(last, facts.amount, receivedAt);
      said[slot] = total.said;
      if (!total.isNew) continue;
      changeCount += 1;
      const sum = { ...facts, firstAt: facts.firstAt ?? registeredAt };
      // It grew after it was last the same.
      if (last?.amount !== undefined && sameAt && sameAt < receivedAt)
        add({ ...sum, amount: last.amount }, `base ${changeCount}`, new Date(+sameAt - SECOND));
      const growth = findGrowth(last?.amount, facts.amount, last ? sameAt : registeredAt);
      if (last?.amount !== undefined || facts.amount !== "0")
        add(sum, `state ${changeCount}`, receivedAt, growth);
      continue;
    }
    const hashes = hashSaid(facts);
    if (last && hashes.includes(last.hash)) continue;
    changeCount += 1;
    said[slot] = { hash: hashes[0] ?? "" };
    add(facts, `state ${changeCount}`);
  }
  const isChanged =
    JSON.stringify(said) !== JSON.stringify(before) ||
    +(registeredAt ?? 0) !== +(record?.registeredAt ?? 0) ||
    +(leftAt ?? 0) !== +(known ?? 0);
  return { rows: found, said, changeCount, registeredAt, leftAt, isChanged };
}

/**
 * What was deposited since a total was last the same, or since its client registered; null for nothing or
 * less.
 */
function findGrowth(before = "0", amount: string, since: Date | null): Growth | null {
  const grown = new Decimal(amount).minus(before);
  return since && grown.gt(0) ? { amount: grown.toFixed(), since } : null;
}

/** A total that is less than before is taken only once it stays so. */
function compareTotal(last: Said | undefined, amount: string, now: Date): { said: Said; isNew: boolean } {
  const said = { hash: "", amount };
  if (last?.amount === undefined) return { said, isNew: true };
  const apart = new Decimal(amount).cmp(last.amount);
  if (apart >= 0) return { said, isNew: apart > 0 };
  const lessSince = last.lessSince ?? now.toISOString();
  if (+now - Date.parse(lessSince) < LESS_FOR_MS) return { said: { ...last, lessSince }, isNew: false };
  return { said, isNew: true };
}

/** What a row is of, which a newer one replaces: the same names of the client. Hashed, as account numbers are. */
function toSlot({ kind, span, account, ...facts }: ClientAnswer["rows"][number]["facts"]): string {
  const names = Object.keys(facts)
    .filter((name) => name !== "at")
    .sort();
  return hash16(`slot ${kind} ${span ?? ""} ${account ?? ""} ${names}`)[0] ?? "";
}

const hash16 = (text: string): string[] => keyedHashes("once-key", text).map((hash) => hash.slice(0, 16));

/** A registration that one call dates and another one does not says the same. */
const hashSaid = ({ at: _, ...facts }: BrokerFacts): string[] => {
  const text = JSON.stringify(facts, (_name, value) => value ?? undefined);
  return hash16(`said ${text}`);
};

/**
 * Asks about an erased claim no more, and has lists leave out the clients whose rows were deleted with their person.
 * @param rowIds the deleted rows
 */
export async function forgetBrokerClients(
  { workspaceId, submissionId, rowIds }: { workspaceId: string; submissionId: string; rowIds: string[] },
  transaction: Transaction,
): Promise<void> {
  await BrokerQuestion.destroy({ where: { workspaceId, submissionId }, transaction });
  if (rowIds.length === 0) return;
  await BrokerClient.update(
    { said: "{}", rowId: null, registeredAt: null, leftAt: null, erasedAt: new Date() },
    { where: { workspaceId, rowId: { [Op.in]: rowIds } }, transaction },
  );
}
