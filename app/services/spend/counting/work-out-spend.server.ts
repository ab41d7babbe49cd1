import { createHash } from "node:crypto";
import Decimal from "decimal.js-light";
import { type Attributes, col, fn, literal, type Order, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { markDays } from "#app/database/queries/day-marks.server.ts";
import { createYield } from "#app/lib/create-yield.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { newId } from "#app/lib/ids.ts";
import { AdObject, SpendAccount, SpendReport, SpendRow } from "#app/models/index.server.ts";
import { lockSpend } from "../lock-spend.server.ts";
import { type CountedReports, countReports, type Replaced } from "./count-reports.ts";
import { listDependentDays } from "./dependent-days.server.ts";
import { sumFigures } from "./figures.ts";
import type { Report, ReportPart } from "./report.ts";
import { reportEarlierRows } from "./report-earlier-rows.server.ts";

type Place = { workspaceId: string; adPlatform: string };
type Row = Attributes<SpendRow>;
/** What does not count of all that is reported of some days. */
export type WorkedOut = {
  leftOut: (Replaced & { report: Report })[];
  /** Reports that name no account, and count beside those of a connected one. */
  beside: Report[];
  others: CountedReports["others"];
};
type Changes = {
  gone: Row[];
  added: Row[];
  /** The reports of which something else does not count than before. */
  changed: Left[];
  hasEarlier: boolean;
  worked: WorkedOut;
};
/** What does not count of a report, and why; null where it counts. */
type Left = Pick<Report, "id" | "leftReason" | "leftAmount">;

const BATCH = 500;
/** How many days are read at once: what takes apart many rows holds up all requests. */
const DAYS_AT_ONCE = 20;
/** How often days are worked out without a lock before the workspace waits for it. */
const TRIES = 2;

/** Works out what counts of some days and those that depend on them. The caller holds the workspace's lock. */
export async function workOutSpend(
  place: Place,
  days: readonly string[],
  transaction: Transaction,
): Promise<WorkedOut> {
  const all: WorkedOut = { leftOut: [], beside: [], others: [] };
  for (const part of await listDependentDays(place, days, transaction))
    addWorkedOut(all, await workOutLocked(place, part, transaction));
  return all;
}

/**
 * Works out one part of `listDependentDays`, and holds the workspace's lock only while it writes.
 * @param within what else is done in the transaction, before it writes
 */
export async function workOutPart(
  place: Place,
  part: readonly string[],
  within: (transaction: Transaction) => Promise<unknown>,
): Promise<WorkedOut> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const version = await readVersion(place, part);
    const changes = await findChanges(place, part);
    if (changes.hasEarlier) break;
    const isWritten = await inTransaction(async (transaction) => {
      await lockSpend(place.workspaceId, transaction);
      await within(transaction);
      if ((await readVersion(place, part, transaction)) !== version) return false;
      await writeChanges(place, changes, transaction);
      return true;
    });
    if (isWritten) return changes.worked;
  }
  return inTransaction(async (transaction) => {
    await lockSpend(place.workspaceId, transaction);
    await within(transaction);
    return workOutSpend(place, part, transaction);
  });
}

export function addWorkedOut(all: WorkedOut, one: WorkedOut): void {
  // More than an argument list has room for.
  for (const report of one.leftOut) all.leftOut.push(report);
  for (const report of one.beside) all.beside.push(report);
  for (const other of one.others) all.others.push(other);
}

async function workOutLocked(
  place: Place,
  days: readonly string[],
  transaction: Transaction,
): Promise<WorkedOut> {
  let changes = await findChanges(place, days, transaction);
  if (changes.hasEarlier) {
    await reportEarlierRows(place, days, transaction);
    changes = await findChanges(place, days, transaction);
  }
  await writeChanges(place, changes, transaction);
  return changes.worked;
}

/** Changes with the reports and rows of some days. What else changes marks the days afterwards. */
async function readVersion(
  place: Place,
  days: readonly string[],
  transaction?: Transaction,
): Promise<string> {
  const where = { ...place, day: [...days] };
  const attributes: [ReturnType<typeof fn>, string][] = [
    [fn("COUNT", col("id")), "count"],
    [fn("MAX", col("id")), "latest"],
  ];
  const options = { where, attributes, raw: true, ...(transaction && { transaction }) };
  const versions = [await SpendReport.findAll(options), await SpendRow.findAll(options)];
  return JSON.stringify([versions, await listDependentDays(place, days, transaction)]);
}

/** What is to change of some days' rows. */
async function findChanges(
  place: Place,
  days: readonly string[],
  transaction?: Transaction,
): Promise<Changes> {
  const stored = await findStored(place, days, transaction);
  const reports = await findReports(place, days, transaction);
  const { parts, leftOut, beside, others } = await countReports(reports);
  const next = groupBy(parts, ({ day }) => day);
  const yieldTurn = createYield();
  const [gone, added]: [Row[], Row[]] = [[], []];
  for (const day of days) {
    const changes = compareRows(stored.get(day) ?? [], toRows(next.get(day) ?? []));
    for (const row of changes.gone) gone.push(row);
    for (const row of changes.added) added.push(row);
    await yieldTurn();
  }
  const hasEarlier = [...stored.values()].some((rows) => rows.some(({ isWorkedOut }) => !isWorkedOut));
  const left = [...leftOut].map(([report, replaced]) => ({ ...replaced, report }));
  const changed = reports.flatMap<Left>((report) => {
    const { reason = null, amount = null } = leftOut.get(report) ?? {};
    const isSame = reason === report.leftReason && toDigits(amount) === toDigits(report.leftAmount);
    return isSame ? [] : [{ id: report.id, leftReason: reason, leftAmount: amount }];
  });
  return { gone, added, changed, hasEarlier, worked: { leftOut: left, beside: [...beside], others } };
}

/** Writes what changes, and marks the days whose spend does. */
async function writeChanges(
  { workspaceId }: Place,
  { gone, added, changed }: Changes,
  transaction: Transaction,
): Promise<void> {
  for (const [leftReason, own] of groupBy(changed, (left) => left.leftReason))
    for (let at = 0; at < own.length; at += BATCH) {
      const batch = own.slice(at, at + BATCH);
      const cases = batch.map(
        ({ id, leftAmount }) =>
          `WHEN ${escapeValue(id)} THEN ${leftAmount === null ? "NULL" : escapeValue(leftAmount)}`,
      );
      const leftAmount = literal(`CASE id ${cases.join(" ")} END`);
      const where = { workspaceId, id: batch.map(({ id }) => id) };
      await SpendReport.update({ leftReason, leftAmount }, { where, transaction });
    }
  for (let at = 0; at < gone.length; at += BATCH) {
    const id = gone.slice(at, at + BATCH).map((row) => row.id);
    await SpendRow.destroy({ where: { workspaceId, id }, transaction });
  }
  for (let at = 0; at < added.length; at += BATCH)
    await insertRows(SpendRow, added.slice(at, at + BATCH), transaction);
  const days = [...gone, ...added].map(({ day }) => day);
  if (days.length > 0) await markDays(workspaceId, [...new Set(days)], transaction);
}

async function findStored(
  place: Place,
  days: readonly string[],
  transaction?: Transaction,
): Promise<Map<string, Row[]>> {
  const rows: Row[] = [];
  for (let at = 0; at < days.length; at += DAYS_AT_ONCE) {
    const where = { ...place, day: days.slice(at, at + DAYS_AT_ONCE) };
    for (const row of await SpendRow.findAll({ where, raw: true, ...(transaction && { transaction }) }))
      rows.push(row);
  }
  return groupBy(rows, ({ day }) => day);
}

async function findReports(
  place: Place,
  days: readonly string[],
  transaction?: Transaction,
): Promise<Report[]> {
  const { workspaceId } = place;
  const options = { raw: true, ...(transaction && { transaction }) } as const;
  const reports: Attributes<SpendReport>[] = [];
  // What does not divide goes to the same report, whichever came first.
  const order: Order = ["amount", "impressions", "id"];
  for (let at = 0; at < days.length; at += DAYS_AT_ONCE) {
    const where = { ...place, day: days.slice(at, at + DAYS_AT_ONCE) };
    for (const report of await SpendReport.findAll({ where, order, ...options })) reports.push(report);
  }
  const accounts = await SpendAccount.findAll({ where: place, attributes: ["id"], ...options });
  const refs = [...new Set(reports.flatMap(({ campaignRef }) => campaignRef ?? []))];
  const campaigns = await AdObject.findAll({
    where: { workspaceId, id: refs },
    attributes: ["id", "name", "nameKey", "objectId"],
    ...options,
  });
  const connected = new Set<string | null>(accounts.map(({ id }) => id));
  const named = new Map(
    campaigns.map(({ id, name, nameKey, objectId }) => [id, { name, nameKey, hasId: objectId !== null }]),
  );
  return reports.map((report) => ({
    ...report,
    // SQLite gives raw dates as text.
    reportedAt: new Date(report.reportedAt),
    isOfConnected: connected.has(report.accountRef),
    campaign: named.get(report.campaignRef ?? "") ?? null,
  }));
}

/** A row for each ad, day and currency. */
function toRows(parts: readonly ReportPart[]): Row[] {
  return [...groupBy(parts, toRowKey)].map(([rowKey, own]) => {
    const { report, day } = own[0] as ReportPart;
    const { workspaceId, origin, importId, accountRef, adPlatform, accountId, currency } = report;
    const { campaignRef, adSetRef, adRef } = report;
    return {
      id: newId(),
      workspaceId,
      origin,
      importId,
      accountRef,
      rowKey,
      day,
      adPlatform,
      accountId,
      campaignRef,
      adSetRef,
      adRef,
      source: null,
      currency,
      ...sumFigures(own),
      isSpread: own.some(({ isSpread }) => isSpread),
      isWorkedOut: true,
    };
  });
}

function toRowKey({ report, day }: ReportPart): string {
  const { adPlatform, accountId, campaignRef, adSetRef, adRef, currency } = report;
  const key = [adPlatform, accountId, day, campaignRef, adSetRef, adRef, currency];
  return createHash("sha256").update(JSON.stringify(key)).digest("hex");
}

/** As the columns of amounts have it. */
const toDigits = (sum: string | null): string | null => sum && new Decimal(sum).toFixed(4);

const COMPARED = ["importId", "accountRef", "impressions", "clicks"] as const;

/** The rows that are not as they are worked out, and those that are missing. */
function compareRows(stored: readonly Row[], next: readonly Row[]): Pick<Changes, "gone" | "added"> {
  const toText = (row: Row) =>
    [
      row.rowKey,
      Boolean(row.isSpread),
      Boolean(row.isWorkedOut),
      ...COMPARED.map((name) => row[name]),
      ...[row.amount, row.conversions].map(toDigits),
    ].join(" ");
  const [before, after] = [stored, next].map((rows) => new Map(rows.map((row) => [toText(row), row])));
  const without = (rows: Map<string, Row> | undefined, others: Map<string, Row> | undefined) =>
    [...(rows ?? [])].flatMap(([text, row]) => (others?.has(text) ? [] : [row]));
  return { gone: without(before, after), added: without(after, before) };
}
