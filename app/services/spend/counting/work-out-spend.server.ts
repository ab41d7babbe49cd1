import { createHash } from "node:crypto";
import Decimal from "decimal.js-light";
import type { Attributes, Order, Transaction } from "sequelize";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { markDays } from "#app/database/queries/day-marks.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { newId } from "#app/lib/ids.ts";
import { AdObject, SpendAccount, SpendReport, SpendRow } from "#app/models/index.server.ts";
import { type CountedReports, countReports, type Replaced } from "./count-reports.ts";
import { listDependentDays } from "./dependent-days.server.ts";
import { sumFigures } from "./figures.ts";
import type { Part, Report } from "./report.ts";
import { reportEarlierRows } from "./report-earlier-rows.server.ts";

type Place = { workspaceId: string; adPlatform: string };
/** What does not count of all that is reported of some days. */
export type WorkedOut = {
  leftOut: (Replaced & { report: Report })[];
  /** Reports that name no account, and count beside those of a connected one. */
  beside: Report[];
  others: CountedReports["others"];
};

const BATCH = 500;

/** Works out what counts of some days and those that depend on them. The caller holds the workspace's lock. */
export async function workOutSpend(
  place: Place,
  days: readonly string[],
  transaction: Transaction,
): Promise<WorkedOut> {
  const all: WorkedOut = { leftOut: [], beside: [], others: [] };
  for (const part of await listDependentDays(place, days, transaction))
    addWorkedOut(all, await workOutDays(place, part, transaction));
  return all;
}

export function addWorkedOut(all: WorkedOut, one: WorkedOut): void {
  // More than an argument list has room for.
  for (const report of one.leftOut) all.leftOut.push(report);
  for (const report of one.beside) all.beside.push(report);
  for (const other of one.others) all.others.push(other);
}

/** Works out one part of `listDependentDays`, and marks the days whose spend changes. */
async function workOutDays(
  place: Place,
  days: readonly string[],
  transaction: Transaction,
): Promise<WorkedOut> {
  const where = { ...place, day: [...days] };
  const stored = await SpendRow.findAll({ where, raw: true, transaction });
  await reportEarlierRows(
    place,
    stored.filter(({ isWorkedOut }) => !isWorkedOut),
    transaction,
  );
  const { parts, leftOut, beside, others } = countReports(await findReports(where, transaction));
  const { gone, added } = compareRows(stored, toRows(parts));
  if (gone.length > 0) {
    const ids = gone.map(({ id }) => id);
    await SpendRow.destroy({ where: { workspaceId: place.workspaceId, id: ids }, transaction });
  }
  for (let at = 0; at < added.length; at += BATCH)
    await insertRows(SpendRow, added.slice(at, at + BATCH), transaction);
  const changed = [...gone, ...added].map(({ day }) => day);
  if (changed.length > 0) await markDays(place.workspaceId, changed, transaction);
  return {
    beside: [...beside],
    others,
    leftOut: [...leftOut].map(([report, replaced]) => ({ ...replaced, report })),
  };
}

async function findReports(where: Place & { day: string[] }, transaction: Transaction): Promise<Report[]> {
  const { workspaceId, adPlatform } = where;
  const options = { raw: true, transaction } as const;
  // What does not divide goes to the same report, whichever came first.
  const order: Order = ["amount", "impressions", "id"];
  const reports = await SpendReport.findAll({ where, order, ...options });
  const accounts = await SpendAccount.findAll({
    ...{ where: { workspaceId, adPlatform }, attributes: ["id"], ...options },
  });
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
function toRows(parts: readonly Part[]): Attributes<SpendRow>[] {
  return [...groupBy(parts, toRowKey)].map(([rowKey, own]) => {
    const { report, day } = own[0] as Part;
    const { workspaceId, origin, importId, accountRef, adPlatform, accountId, currency } = report;
    const { campaignRef, adSetRef, adRef } = report;
    return {
      ...{ id: newId(), workspaceId, origin, importId, accountRef, rowKey, day, adPlatform, accountId },
      ...{ campaignRef, adSetRef, adRef, source: null, currency, ...sumFigures(own) },
      ...{ isSpread: own.some(({ isSpread }) => isSpread), isWorkedOut: true },
    };
  });
}

function toRowKey({ report, day }: Part): string {
  const { adPlatform, accountId, campaignRef, adSetRef, adRef, currency } = report;
  const key = [adPlatform, accountId, day, campaignRef, adSetRef, adRef, currency];
  return createHash("sha256").update(JSON.stringify(key)).digest("hex");
}

const COMPARED = ["importId", "accountRef", "impressions", "clicks"] as const;

/** The rows that are not as they are worked out, and those that are missing. */
function compareRows(stored: readonly Attributes<SpendRow>[], next: readonly Attributes<SpendRow>[]) {
  const toText = (row: Attributes<SpendRow>) =>
    [
      ...[row.rowKey, Boolean(row.isSpread), Boolean(row.isWorkedOut)],
      ...COMPARED.map((name) => row[name]),
      ...[row.amount, row.conversions].map((sum) => sum && new Decimal(sum).toFixed(4)),
    ].join(" ");
  const [before, after] = [
    new Map(stored.map((row) => [toText(row), row])),
    new Map(next.map((row) => [toText(row), row])),
  ];
  return {
    gone: [...before].flatMap(([text, row]) => (after.has(text) ? [] : [row])),
    added: [...after].flatMap(([text, row]) => (before.has(text) ? [] : [row])),
  };
}
