import { createHash } from "node:crypto";
import type { Attributes, Transaction } from "sequelize";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { markDays } from "#app/database/queries/day-marks.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { newId } from "#app/lib/ids.ts";
import { AD_LEVELS, type AdLevel, type Spend } from "#app/lib/spend.ts";
import type { LeftOut } from "#app/lib/spend-files.ts";
import { SpendAccount, SpendRow } from "#app/models/index.server.ts";
import { saveAdObjects } from "./ad-objects.server.ts";
import { lockSpend } from "./delete-rows.server.ts";
import {
  createKnownBetter,
  findAccountByFigures,
  findRenamed,
  mayBeOneOf,
  sumFigures,
} from "./known-spend.ts";

type Place = {
  workspaceId: string;
  origin: "file" | "account" | "manual";
  importId?: string;
  accountRef?: string;
  /** By ad platform, the account of rows of a file that name none, once their figures have shown it. */
  shownAccounts?: Map<string, string>;
};
export type Saved = {
  saved: number;
  /** Rows of earlier readings that are gone. */
  replaced: Attributes<SpendRow>[];
  /** Rows of a file that do not count. */
  leftOut: { reason: LeftOut["reason"]; row: Spend }[];
  /** Rows that name no account, and count beside those of a connected one. */
  beside: number;
};

type Refs = Record<`${AdLevel}Ref`, string | null>;
type NewRow = Spend & Refs & { rowKey: string };
/** What a disconnected account had read is as good as a file's. */
type StoredRow = Attributes<SpendRow> & { isOfConnected: boolean };

const BATCH = 500;

/** "act_123" of Meta and "123-456-7890" of Google as their files and interfaces write them elsewhere. */
export const toAccountId = (text: string): string => {
  const id = text.trim().replace(/^act_/i, "");
  return (/^[\d-]+$/.test(id) ? id.replaceAll("-", "") : id).slice(0, 64);
};

/**
 * Writes spend in the caller's transaction: it makes the ad objects, replaces what was there, marks the days.
 * A campaign's day has one reading, so all rows of one are given in one call, except by a connected account.
 */
export async function saveSpend(
  place: Place,
  rows: readonly Spend[],
  transaction: Transaction,
): Promise<Saved> {
  const total: Saved = { saved: 0, replaced: [], leftOut: [], beside: 0 };
  if (rows.length === 0) return total;
  const { workspaceId } = place;
  if (place.origin !== "manual") await lockSpend(workspaceId, transaction);
  for (const [adPlatform, own] of groupBy(rows, (row) => row.adPlatform)) {
    const saved = await savePlatform({ ...place, adPlatform }, own, transaction);
    total.saved += saved.saved;
    for (const row of saved.replaced) total.replaced.push(row);
    total.beside += saved.beside;
    total.leftOut.push(...saved.leftOut);
  }
  await markDays(
    workspaceId,
    rows.map(({ day }) => day),
    transaction,
  );
  return total;
}

async function savePlatform(
  place: Place & { adPlatform: string },
  spend: readonly Spend[],
  transaction: Transaction,
): Promise<Saved> {
  const { workspaceId, origin, importId } = place;
  const named = await nameAds(place, spend, transaction);
  const before = await findStored(place, [...new Set(named.map(({ day }) => day))], transaction);
  if (origin === "file") tellAccount(named, before, place);
  if (origin === "account") await tellAccountsOfFiles(before, named, transaction);
  for (const row of named) row.rowKey = toRowKey(row, origin === "manual" ? importId : undefined);
  const hasParts = createHasParts(named);
  const rowsBefore = groupBy(before, ({ day }) => day);
  const [next, gone]: [NewRow[], StoredRow[]] = [[], []];
  const leftOut: Saved["leftOut"] = [];
  let beside = 0;
  for (const [day, own] of groupBy(named, (row) => row.day)) {
    const there = rowsBefore.get(day) ?? [];
    const judge = createKnownBetter(there, own);
    const kept = own.filter((row) => {
      const reason = hasParts(row) ? "parts" : origin === "file" ? judge(row) : null;
      if (reason) leftOut.push({ reason, row });
      return reason === null;
    });
    next.push(...kept);
    const isReplaced = createReplacing(kept, there, origin);
    gone.push(...there.filter(isReplaced));
    if (origin === "file" && there.some(({ isOfConnected }) => isOfConnected))
      beside += kept.filter(({ accountId }) => accountId === "").length;
  }
  const stored = addUp(next, place);
  if (gone.length > 0)
    await SpendRow.destroy({ where: { workspaceId, id: gone.map(({ id }) => id) }, transaction });
  for (let at = 0; at < stored.length; at += BATCH)
    await insertRows(SpendRow, stored.slice(at, at + BATCH), transaction);
  const replaced = gone.filter((row) => importId === undefined || row.importId !== importId);
  return { saved: stored.length, replaced, leftOut, beside };
}

/** What is there of the days. */
async function findStored(
  { workspaceId, adPlatform, origin, importId }: Place & { adPlatform: string },
  days: string[],
  transaction: Transaction,
): Promise<StoredRow[]> {
  const ofManual = origin === "manual" ? { importId: importId ?? null } : {};
  const rows = await SpendRow.findAll({
    where: { workspaceId, adPlatform, day: days, ...ofManual },
    raw: true,
    transaction,
  });
  const connected = await SpendAccount.findAll({
    where: { workspaceId, adPlatform },
    attributes: ["id"],
    raw: true,
    transaction,
  });
  const refs = new Set<string | null>(connected.map(({ id }) => id));
  return rows.map((row) => ({
    ...row,
    isOfConnected: row.origin === "account" && refs.has(row.accountRef),
  }));
}

/** Rows of a file without an account are a connected account's where their figures show it. */
function tellAccount(
  named: readonly NewRow[],
  before: readonly StoredRow[],
  { adPlatform, shownAccounts }: Place & { adPlatform: string },
): void {
  const unnamed = named.filter(({ accountId }) => accountId === "");
  const ofConnected = before.filter(({ isOfConnected }) => isOfConnected);
  const account = shownAccounts?.get(adPlatform) ?? findAccountByFigures(unnamed, ofConnected);
  if (account === null) return;
  shownAccounts?.set(adPlatform, account);
  for (const row of unnamed) row.accountId = account;
}

/** The same for files that came before the account was connected. */
async function tellAccountsOfFiles(
  before: StoredRow[],
  named: readonly NewRow[],
  transaction: Transaction,
): Promise<void> {
  const unnamed = before.filter(({ importId, accountId }) => importId !== null && accountId === "");
  for (const [importId, own] of groupBy(unnamed, (row) => row.importId)) {
    const accountId = findAccountByFigures(own, named);
    const [first] = own;
    if (accountId === null || !first) continue;
    const { workspaceId, adPlatform } = first;
    const where = { workspaceId, importId, adPlatform, accountId: "" };
    await SpendRow.update({ accountId }, { where, transaction });
    for (const row of own) row.accountId = accountId;
  }
}

/** Each row with the ids of its ads. */
async function nameAds(
  { workspaceId, adPlatform }: Place & { adPlatform: string },
  spend: readonly Spend[],
  transaction: Transaction,
): Promise<NewRow[]> {
  const rows: NewRow[] = spend.map((row) => ({
    ...{ ...row, accountId: toAccountId(row.accountId) },
    ...{ campaignRef: null, adSetRef: null, adRef: null, rowKey: "" },
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

/** Says whether a row is the total of a campaign or ad set whose parts are rows of the same day. */
function createHasParts(rows: readonly NewRow[]): (row: NewRow) => boolean {
  const [campaigns, adSets] = [new Set<string>(), new Set<string>()];
  for (const { day, campaignRef, adSetRef, adRef } of rows) {
    if (adSetRef ?? adRef) campaigns.add(`${day} ${campaignRef}`);
    if (adSetRef && adRef) adSets.add(`${day} ${adSetRef}`);
  }
  return ({ day, campaignRef, adSetRef, adRef, hasUnknownAd }) => {
    if (hasUnknownAd || adRef !== null) return false;
    if (adSetRef !== null) return adSets.has(`${day} ${adSetRef}`);
    return campaignRef !== null && campaigns.has(`${day} ${campaignRef}`);
  };
}

const parentOf = (row: NewRow, level: AdLevel): string | null =>
  level === "campaign" ? null : level === "adSet" ? row.campaignRef : (row.adSetRef ?? row.campaignRef);

/** Says of a row of the same day whether it goes, because the new ones say the same. */
function createReplacing(next: readonly NewRow[], there: readonly StoredRow[], origin: Place["origin"]) {
  const keys = new Set(next.map(({ rowKey }) => rowKey));
  const campaigns = new Set(next.map(({ campaignRef }) => campaignRef));
  const accounts = new Set(next.map(({ accountId }) => accountId));
  const renamed = findRenamed(next, there);
  return (row: StoredRow): boolean => {
    if (origin === "manual") return true;
    if (row.isOfConnected) return origin === "account" && keys.has(row.rowKey);
    if (row.campaignRef === null) return mayBeOneOf(accounts, row.accountId);
    if (campaigns.has(row.campaignRef) || renamed.has(row.campaignRef)) return true;
    return origin === "account" && row.accountId !== "" && accounts.has(row.accountId);
  };
}

function toRowKey(row: NewRow, importId: string | undefined): string {
  const { day, accountId, campaignRef, adSetRef, adRef, currency, adPlatform } = row;
  const ofFile = [adPlatform, accountId, day, campaignRef, adSetRef, adRef, currency];
  const parts = importId === undefined ? ofFile : [importId, day];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** Rows of one ad and day, as a file by country or device has them, are one. */
function addUp(rows: readonly NewRow[], { workspaceId, origin, importId, accountRef }: Place) {
  return [...groupBy(rows, ({ rowKey }) => rowKey).values()].map((own) => {
    const { campaign: _campaign, adSet: _adSet, ad: _ad, hasUnknownAd: _, ...row } = own[0] as NewRow;
    return {
      ...{ id: newId(), workspaceId, origin },
      ...{ importId: importId ?? null, accountRef: accountRef ?? null },
      ...{ ...row, ...sumFigures(own), isSpread: own.some(({ isSpread }) => isSpread) },
    };
  });
}
