import { Op, QueryTypes, type Transaction } from "sequelize";
import { caseById, listIds } from "#app/database/case-by-id.server.ts";
import { inTransaction, retryRead, sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { toLinkClickId } from "#app/lib/affiliate-systems.ts";
import { DAY } from "#app/lib/dates.ts";
import type { EvidenceKind } from "#app/lib/evidence.ts";
import { log } from "#app/lib/log.server.ts";
import { POSTBACK_SIGHT_DAYS, type PostbackOutcome } from "#app/lib/postbacks.ts";
import { keyedHashes } from "#app/lib/secrets.server.ts";
import { Postback, PostbackAddress, PostbackSight } from "#app/models/index.server.ts";
import { saveCalledDeposits } from "#app/services/broker-links/click-deposits.server.ts";
import { type NewBrokerRow, saveBrokerRows } from "#app/services/evidence/broker-rows.server.ts";
import { findIssuedClickIds } from "./issued-click-ids.server.ts";
import { type Parameter, readCall } from "./read-call.ts";
import { type ReadPostback, readPostback } from "./read-postback.ts";
import { toReading } from "./settings.server.ts";

/** How many calls of a broker are worked on together, before another broker's turn. */
const AT_ONCE = 200;
/** A second call without a time and a transaction is doubted for as long. */
const DOUBTED_MS = DAY;

/** Another process has worked on some of them: the transaction is taken back. */
class WorkedElsewhere extends Error {}

/**
 * Reads the calls that wait, some of each broker in turn. Those that came too fast wait for all others.
 * @returns whether more wait
 */
export async function workOnPostbacks(isStopping: () => boolean = () => false): Promise<boolean> {
  let failure: unknown;
  for (const state of ["new", "later"] as const) {
    let hasMore = false;
    for await (const platformId of listWaiting(state)) {
      if (isStopping()) return true;
      try {
        if (await workOnSome(platformId, state)) hasMore = true;
      } catch (error) {
        // A broker whose calls cannot be worked on must not keep the others waiting.
        if (!(error instanceof WorkedElsewhere)) failure = error;
      }
    }
    if (hasMore) return true;
  }
  if (failure !== undefined) throw failure;
  return false;
}

/** The brokers with such calls, each by one step in the index, however many calls they have. */
async function* listWaiting(state: "new" | "later"): AsyncGenerator<string> {
  for (let last = ""; ; ) {
    const [next] = await retryRead(() =>
      sequelize.query<{ platformId: string | null }>(
        `SELECT MIN(platformId) AS platformId FROM postbacks
         WHERE state = ${escapeValue(state)} AND platformId > ${escapeValue(last)}`,
        { type: QueryTypes.SELECT },
      ),
    );
    if (!next?.platformId) return;
    last = next.platformId;
    yield last;
  }
}

type Call = Pick<Postback, "id" | "workspaceId" | "receivedAt" | "query" | "body" | "bodyType">;
type Read = { call: Call; parameters: ReadonlyMap<string, Parameter>; said: ReadPostback };
type Worked = { id: string; outcome: PostbackOutcome; problem: string | null; rowId: string | null };

async function workOnSome(platformId: string, state: "new" | "later"): Promise<boolean> {
  const calls = await retryRead(() =>
    findRows(Postback, {
      where: { platformId, state },
      attributes: ["id", "workspaceId", "receivedAt", "query", "body", "bodyType"],
      order: [["id", "ASC"]],
      limit: AT_ONCE,
    }),
  );
  const address = await retryRead(() => PostbackAddress.findOne({ where: { platformId } }));
  const [first] = calls;
  if (!first) return false;
  const read = address ? await readCalls(address, calls) : [];
  await inTransaction(async (transaction) => {
    const id = calls.map((call) => call.id);
    const [taken] = await Postback.update({ state: "done" }, { where: { id, state }, transaction });
    if (taken !== calls.length) throw new WorkedElsewhere();
    const { workspaceId } = first;
    const timeZone = address?.timeZone ?? null;
    await saveOutcomes(
      await storeRows({ workspaceId, platformId, timeZone }, read, transaction),
      transaction,
    );
  });
  const unreadable = read.filter(({ said }) => "outcome" in said && said.outcome === "unreadable").length;
  if (unreadable > 0) log.info({ platformId, calls: unreadable }, "postbacks could not be read");
  return calls.length === AT_ONCE;
}

async function readCalls(address: PostbackAddress, calls: readonly Call[]): Promise<Read[]> {
  const reading = toReading(address);
  const parsed = calls.map((call) => ({ call, parameters: readCall(call) }));
  const ids = parsed.flatMap(({ parameters }) =>
    typeof parameters === "string"
      ? []
      : [...parameters.values()].flatMap(({ value }) => toLinkClickId(value) ?? []),
  );
  const issued = await findIssuedClickIds(address.workspaceId, [...new Set(ids)]);
  const isIssued = (clickId: string) => issued.has(clickId);
  return parsed.map(({ call, parameters }): Read => {
    if (typeof parameters === "string")
      return { call, parameters: new Map(), said: { outcome: "unreadable", problem: parameters } };
    return {
      call,
      parameters,
      said: readPostback(parameters, reading, { receivedAt: call.receivedAt, isIssued }),
    };
  });
}

/** Of a client: two of the same amount differ in nothing but the hour, which a network may not say. */
const SEVERAL_A_DAY: readonly EvidenceKind[] = ["deposit", "withdrawal", "reversal"];

type Once = { text: string; isSure: boolean; keptMs: number };

/** What says that two calls are the same: a transaction of a kind, or all values. */
function onceOf({ parameters, said }: Read): Once | null {
  if (!("facts" in said)) return null;
  const { transactionId, facts, time } = said;
  const keptMs = transactionId === null && time === null ? DOUBTED_MS : POSTBACK_SIGHT_DAYS * DAY;
  if (transactionId !== null)
    return { text: `transaction ${facts.kind} ${transactionId}`, isSure: true, keptMs };
  const values = [...parameters].map(([name, { value }]) => [name, value]);
  const isSure = time === "exact" || (time === "day" && !SEVERAL_A_DAY.includes(facts.kind));
  return { text: `values ${JSON.stringify(values.sort())}`, isSure, keptMs };
}

const hashSight = (platformId: string, text: string): string[] =>
  keyedHashes("once-key", `postback ${platformId} ${text}`);

/** Stores the rows of calls that did not come before. */
async function storeRows(
  { timeZone, ...broker }: { workspaceId: string; platformId: string; timeZone: string | null },
  read: readonly Read[],
  transaction: Transaction,
): Promise<Worked[]> {
  const sights = read.map((one) => {
    const once = onceOf(one);
    return once && { ...once, hashes: hashSight(broker.platformId, once.text) };
  });
  const known = await findSights(
    sights.flatMap((sight) => sight?.hashes ?? []),
    transaction,
  );
  const seen: PostbackSight[] = [];
  const rows: { id: string; row: NewBrokerRow }[] = [];
  const worked = new Map<string, Worked>();
  for (const [index, { call, said }] of read.entries()) {
    const { id, receivedAt } = call;
    const sight = sights[index];
    if (!("facts" in said) || !sight) {
      const { outcome, problem } = said as Extract<ReadPostback, { problem: string }>;
      worked.set(id, { id, outcome, problem, rowId: null });
      continue;
    }
    const isKnown = sight.hashes.some((hash) => (known.get(hash) ?? 0) > +receivedAt);
    if (isKnown && sight.isSure) {
      worked.set(id, { id, outcome: "repeated", problem: null, rowId: null });
      continue;
    }
    const [current = ""] = sight.hashes;
    if (!isKnown) {
      const expiresAt = new Date(+receivedAt + sight.keptMs);
      known.set(current, +expiresAt);
      seen.push({ ...broker, id: current, expiresAt } as PostbackSight);
    }
    const facts = isKnown ? { ...said.facts, isPerhapsRepeated: true } : said.facts;
    const once = sight.isSure ? sight.text : null;
    rows.push({ id, row: { source: "postback", postbackId: id, receivedAt, facts, once, timeZone } });
    const problem = isKnown ? "It may be an earlier call again: nothing tells them apart." : null;
    worked.set(id, { id, outcome: "row", problem, rowId: null });
  }
  await PostbackSight.destroy({ where: { id: seen.map(({ id }) => id) }, transaction });
  await insertRows(PostbackSight, seen, transaction);
  const rowIds = await saveBrokerRows(
    broker,
    rows.map(({ row }) => row),
    transaction,
  );
  const deposited = rows.flatMap(({ row: { facts } }, index) =>
    rowIds[index] && (facts.kind === "deposit" || facts.kind === "first_deposit")
      ? [facts.clickId ?? "", ...facts.subIds].flatMap((text) => toLinkClickId(text) ?? [])
      : [],
  );
  // Those that were not issued are left out already.
  await saveCalledDeposits(broker.workspaceId, deposited, transaction);
  for (const [index, { id }] of rows.entries()) {
    const rowId = rowIds[index] ?? null;
    const before = worked.get(id);
    if (before)
      worked.set(id, { ...before, ...(rowId ? { rowId } : { outcome: "repeated", problem: null }) });
  }
  return [...worked.values()];
}

/** Until when each is known. */
async function findSights(hashes: readonly string[], transaction: Transaction): Promise<Map<string, number>> {
  if (hashes.length === 0) return new Map();
  const found = await findRows(PostbackSight, {
    where: { id: { [Op.in]: [...hashes] } },
    attributes: ["id", "expiresAt"],
    transaction,
  });
  return new Map(found.map(({ id, expiresAt }) => [id, +expiresAt]));
}

/** What repeats another call is kept there: of it nothing but that it came. */
async function saveOutcomes(worked: Worked[], transaction: Transaction): Promise<void> {
  if (worked.length === 0) return;
  await sequelize.query(
    `UPDATE postbacks SET outcome = ${caseById(worked, ({ outcome }) => outcome)},
       problem = ${caseById(worked, ({ problem }) => problem)}, rowId = ${caseById(worked, ({ rowId }) => rowId)}
     WHERE id IN (${listIds(worked)})`,
    { transaction, raw: true },
  );
  const id = worked.filter(({ outcome }) => outcome === "repeated").map((one) => one.id);
  if (id.length > 0) await Postback.update({ query: "", body: null }, { where: { id }, transaction });
}
