import { type Attributes, Op, type Transaction } from "sequelize";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { markReports } from "#app/database/queries/spend-marks.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { newId } from "#app/lib/ids.ts";
import { AD_LEVELS, type AdLevel, type Spend } from "#app/lib/spend.ts";
import { SPEND_PLATFORMS, toPlatformKey } from "#app/lib/spend-files.ts";
import { SpendAccount, SpendReport } from "#app/models/index.server.ts";
import { saveAdObjects } from "./ad-objects.server.ts";
import { findAccountByFigures, sumFigures } from "./counting/figures.ts";
import { toReportKey } from "./counting/report-key.ts";

export type Reading = {
  workspaceId: string;
  /** When the file was uploaded last, or the account was read. */
  reportedAt: Date;
} & ({ origin: "file"; importId: string; isComplete?: boolean } | { origin: "account"; accountRef: string });

type Refs = Record<`${AdLevel}Ref`, string | null>;
type SpendWithRefs = Spend & Refs;

const BATCH = 500;

/** "act_123" of Meta and "123-456-7890" of Google as their files and interfaces write them elsewhere. */
export const toAccountId = (text: string): string => {
  const id = text.trim().replace(/^act_/i, "");
  return (/^[\d-]+$/.test(id) ? id.replaceAll("-", "") : id).slice(0, 64);
};

/** Under which name the spend of each ad platform of a reading is stored. */
export type PlatformNames = ReadonlyMap<string, string>;

/**
 * Writes what a reading says, in place of what it has said of the same ads and days, and makes the ad objects. It
 * counts once its days are worked out.
 * @param before the names that earlier parts of the reading found
 * @returns these and the names of this part
 */
export async function reportSpend(
  reading: Reading,
  spend: readonly Spend[],
  transaction: Transaction,
  before: PlatformNames = new Map(),
): Promise<PlatformNames> {
  const names = await findPlatformNames(reading.workspaceId, { spend, before }, transaction);
  const named = spend.map((row) => ({ ...row, adPlatform: names.get(row.adPlatform) ?? row.adPlatform }));
  for (const [adPlatform, own] of groupBy(named, (row) => row.adPlatform)) {
    const place = { workspaceId: reading.workspaceId, adPlatform };
    const reports = toReports(reading, await nameAds(place, own, transaction));
    for (let at = 0; at < reports.length; at += BATCH) {
      const batch = reports.slice(at, at + BATCH);
      const reportKey = batch.map((report) => report.reportKey);
      await SpendReport.destroy({ where: { workspaceId: place.workspaceId, reportKey }, transaction });
      await insertRows(SpendReport, batch, transaction);
    }
    if (reading.origin === "account") await tellAccountsOfFiles(place, reports, transaction);
  }
  return names;
}

/** An ad platform without an id of its own has one name: the form that the workspace has already, else the first. */
async function findPlatformNames(
  workspaceId: string,
  { spend, before }: { spend: readonly Spend[]; before: PlatformNames },
  transaction: Transaction,
): Promise<PlatformNames> {
  const isKnown = new Set<string>([...SPEND_PLATFORMS, ...before.keys()]);
  const added = new Set(spend.map((row) => row.adPlatform).filter((name) => !isKnown.has(name)));
  if (added.size === 0) return before;
  const stored = await SpendReport.findAll({
    where: { workspaceId },
    attributes: ["adPlatform"],
    group: ["adPlatform"],
    order: ["adPlatform"],
    raw: true,
    transaction,
  });
  const forms = groupBy([...stored.map((one) => one.adPlatform), ...added], toPlatformKey);
  const found = [...added].map((name) => [name, forms.get(toPlatformKey(name))?.[0] ?? name] as const);
  return new Map([...before, ...found]);
}

/** Each row with the ids of its ads. */
async function nameAds(
  { workspaceId, adPlatform }: { workspaceId: string; adPlatform: string },
  spend: readonly Spend[],
  transaction: Transaction,
): Promise<SpendWithRefs[]> {
  const rows: SpendWithRefs[] = spend.map((row) => ({
    ...row,
    accountId: toAccountId(row.accountId),
    campaignRef: null,
    adSetRef: null,
    adRef: null,
  }));
  for (const level of AD_LEVELS) {
    const own = rows.filter((row) => row[level] !== null);
    const ads = groupBy(own, (row) => JSON.stringify([row[level], parentOf(row, level), row.accountId]));
    const names = [...ads.values()].flatMap(([row]) => {
      const name = row?.[level];
      return row && name ? [{ ...name, accountId: row.accountId, parentId: parentOf(row, level) }] : [];
    });
    const refs = await saveAdObjects({ workspaceId, adPlatform, level }, names, transaction);
    for (const [index, group] of [...ads.values()].entries())
      for (const row of group) row[`${level}Ref`] = refs[index] ?? null;
  }
  return rows;
}

const parentOf = (row: SpendWithRefs, level: AdLevel): string | null =>
  level === "campaign" ? null : level === "adSet" ? row.campaignRef : (row.adSetRef ?? row.campaignRef);

/** Rows of one ad and day, as a file by country or device has them, are one. */
function toReports(reading: Reading, rows: readonly SpendWithRefs[]): Attributes<SpendReport>[] {
  const { workspaceId, origin, reportedAt } = reading;
  const source = {
    importId: reading.origin === "file" ? reading.importId : null,
    accountRef: reading.origin === "account" ? reading.accountRef : null,
  };
  const keyed = rows.map((row) => {
    const { day, toDay = day, adPlatform, accountId, campaignRef, adSetRef, adRef, currency } = row;
    const key = { ...source, day, toDay, adPlatform, accountId, campaignRef, adSetRef, adRef, currency };
    return { row, key, reportKey: toReportKey(key) };
  });
  return [...groupBy(keyed, ({ reportKey }) => reportKey)].map(([reportKey, own]) => {
    const all = own.map(({ row }) => row);
    return {
      id: newId(),
      workspaceId,
      origin,
      reportedAt,
      reportKey,
      ...own[0]?.key,
      ...sumFigures(all),
      hasUnknownAd: all.some((row) => row.hasUnknownAd),
      isComplete: reading.origin === "file" && reading.isComplete === true,
    } as Attributes<SpendReport>;
  });
}

type Place = { workspaceId: string; adPlatform: string };

/** What files say without an account is a connected account's where its figures show it. */
async function tellAccountsOfFiles(
  { workspaceId, adPlatform }: Place,
  named: readonly Attributes<SpendReport>[],
  transaction: Transaction,
): Promise<void> {
  const day = [...new Set(named.map((report) => report.day))];
  const where = { workspaceId, adPlatform, day, origin: "file", accountId: "" } as const;
  const unnamed = await SpendReport.findAll({ where, raw: true, transaction });
  for (const [importId, own] of groupBy(unnamed, (report) => report.importId))
    await setAccount({ workspaceId, adPlatform, importId }, findAccountByFigures(own, named), transaction);
}

/** The same for a file that comes after an account is connected. */
export async function tellAccountOfFile(
  { workspaceId, adPlatform, importId }: Place & { importId: string },
  transaction: Transaction,
): Promise<void> {
  const accounts = await SpendAccount.findAll({
    where: { workspaceId, adPlatform },
    attributes: ["id"],
    raw: true,
    transaction,
  });
  if (accounts.length === 0) return;
  const own = { workspaceId, adPlatform, importId, accountId: "" };
  const unnamed = await SpendReport.findAll({ where: own, raw: true, transaction });
  const day = [...new Set(unnamed.map((report) => report.day))];
  if (day.length === 0) return;
  const accountRef = { [Op.in]: accounts.map(({ id }) => id) };
  const named = await SpendReport.findAll({
    where: { workspaceId, adPlatform, day, accountRef },
    raw: true,
    transaction,
  });
  await setAccount(own, findAccountByFigures(unnamed, named), transaction);
}

async function setAccount(
  { workspaceId, adPlatform, importId }: Place & { importId: string | null },
  accountId: string | null,
  transaction: Transaction,
): Promise<void> {
  if (accountId === null) return;
  const where = { workspaceId, adPlatform, importId, accountId: "" };
  await markReports(where, transaction);
  await SpendReport.update({ accountId }, { where, transaction });
}
