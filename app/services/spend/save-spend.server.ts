import { createHash } from "node:crypto";
import Decimal from "decimal.js-light";
import type { Attributes, Transaction } from "sequelize";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { markDays } from "#app/database/queries/day-marks.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { newId } from "#app/lib/ids.ts";
import { AD_LEVELS, type AdLevel, type Spend } from "#app/lib/spend.ts";
import { SpendAccount, SpendRow, Workspace } from "#app/models/index.server.ts";
import { saveAdObjects } from "./ad-objects.server.ts";
import { createKnownBetter, mayBeOneOf } from "./known-spend.ts";

type Place = {
  workspaceId: string;
  origin: "file" | "account" | "manual";
  importId?: string;
  accountRef?: string;
};
type Saved = {
  saved: number;
  /** Rows of earlier readings that are gone. */
  replaced: number;
  /** Rows that a connected account reads itself, or with less detail than what is there. */
  skipped: number;
};

type Refs = Record<`${AdLevel}Ref`, string | null>;
type NewRow = Spend & Refs & { rowKey: string };
/** What a disconnected account had read is as good as a file's. */
type StoredRow = Attributes<SpendRow> & { isOfConnected: boolean };
type Figures = Pick<Spend, "amount" | "impressions" | "clicks" | "conversions">;

const BATCH = 500;
const Sum = Decimal.clone({ precision: 40 });

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
  if (rows.length === 0) return { saved: 0, replaced: 0, skipped: 0 };
  const { workspaceId } = place;
  // Two readings of one day would both find nothing to replace.
  if (place.origin !== "manual")
    await lockRow(Workspace, { where: { id: workspaceId }, attributes: ["id"], transaction });
  const total = { saved: 0, replaced: 0, skipped: 0 };
  for (const [adPlatform, own] of groupBy(rows, (row) => row.adPlatform)) {
    const saved = await savePlatform({ ...place, adPlatform }, own, transaction);
    total.saved += saved.saved;
    total.replaced += saved.replaced;
    total.skipped += saved.skipped;
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
  const { workspaceId, adPlatform, origin, importId } = place;
  const named = await nameAds(place, spend, transaction);
  const days = [...new Set(named.map(({ day }) => day))];
  const before = await SpendRow.findAll({
    where: {
      workspaceId,
      adPlatform,
      day: days,
      ...(origin === "manual" ? { importId: importId ?? null } : {}),
    },
    raw: true,
    transaction,
  });
  const connected = await SpendAccount.findAll({
    where: { workspaceId, adPlatform },
    attributes: ["id"],
    raw: true,
    transaction,
  });
  const connectedRefs = new Set<string | null>(connected.map(({ id }) => id));
  const toStored = (row: SpendRow): StoredRow => ({
    ...row,
    isOfConnected: row.origin === "account" && connectedRefs.has(row.accountRef),
  });
  const rowsBefore = groupBy(before.map(toStored), ({ day }) => day);
  const [next, gone]: [NewRow[], StoredRow[]] = [[], []];
  for (const [day, own] of groupBy(named, (row) => row.day)) {
    const there = rowsBefore.get(day) ?? [];
    const isKnownBetter = createKnownBetter(there, own);
    const kept = origin === "file" ? own.filter((row) => !isKnownBetter(row)) : own;
    next.push(...kept);
    const isReplaced = createReplacing(kept, there, origin);
    gone.push(...there.filter(isReplaced));
  }
  const stored = addUp(next, place);
  if (gone.length > 0)
    await SpendRow.destroy({ where: { workspaceId, id: gone.map(({ id }) => id) }, transaction });
  for (let at = 0; at < stored.length; at += BATCH)
    await insertRows(SpendRow, stored.slice(at, at + BATCH), transaction);
  const replaced = gone.filter((row) => importId === undefined || row.importId !== importId).length;
  return { saved: stored.length, replaced, skipped: spend.length - next.length };
}

/** Each row with the ids of its ads; of a campaign's day only the rows with the most detail. */
async function nameAds(
  { workspaceId, adPlatform, origin, importId }: Place & { adPlatform: string },
  spend: readonly Spend[],
  transaction: Transaction,
): Promise<NewRow[]> {
  const rows: NewRow[] = spend.map((row) => ({
    ...{ ...row, accountId: toAccountId(row.accountId) },
    ...{ campaignRef: null, adSetRef: null, adRef: null, rowKey: "" },
  }));
  for (const level of AD_LEVELS) {
    const own = rows.filter(
      (row) => row[level] !== null && (level === "campaign" || row.campaignRef !== null),
    );
    const ads = groupBy(own, (row) => JSON.stringify([row[level], parentOf(row, level), row.accountId]));
    const names = [...ads.values()].flatMap(([row]) => {
      const name = row?.[level];
      return row && name ? [{ ...name, accountId: row.accountId, parentId: parentOf(row, level) }] : [];
    });
    const refs = await saveAdObjects({ workspaceId, adPlatform, level }, names, transaction);
    for (const [index, group] of [...ads.values()].entries())
      for (const row of group) row[`${level}Ref`] = refs[index] ?? null;
  }
  for (const row of rows) row.rowKey = toRowKey(row, origin === "manual" ? importId : undefined);
  const deepest = new Map<string, number>();
  const ofCampaign = (row: NewRow) => `${row.day} ${row.campaignRef}`;
  for (const row of rows)
    deepest.set(ofCampaign(row), Math.max(deepest.get(ofCampaign(row)) ?? 0, depthOf(row)));
  return rows.filter((row) => row.campaignRef === null || depthOf(row) === deepest.get(ofCampaign(row)));
}

const parentOf = (row: NewRow, level: AdLevel): string | null =>
  level === "campaign" ? null : level === "adSet" ? row.campaignRef : (row.adSetRef ?? row.campaignRef);

const depthOf = ({ campaignRef, adSetRef, adRef }: Refs): number =>
  adRef ? 3 : adSetRef ? 2 : campaignRef ? 1 : 0;

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

/** A campaign with all figures of a day that another one has now, to the single view, has another name now. */
function findRenamed(next: readonly NewRow[], there: readonly StoredRow[]): Set<string> {
  const [after, before] = [sumCampaigns(next), sumCampaigns(there)];
  const added = [...after].flatMap(([ref, sum]) => (before.has(ref) ? [] : [sum]));
  const accountsOf = new Map(
    [...groupBy(added, ({ key }) => key)].map(([key, sums]) => [
      key,
      new Set(sums.map(({ accountId }) => accountId)),
    ]),
  );
  const isAdded = ({ key, accountId }: CampaignSum) =>
    key !== null && mayBeOneOf(accountsOf.get(key) ?? new Set(), accountId);
  return new Set([...before].flatMap(([ref, sum]) => (!after.has(ref) && isAdded(sum) ? [ref] : [])));
}

/** `key` is null where the figures are too small to identify a campaign. */
type CampaignSum = { accountId: string; key: string | null };
const TELLING_IMPRESSIONS = 20;

function sumCampaigns(rows: readonly (Figures & Pick<SpendRow, "campaignRef" | "accountId" | "currency">)[]) {
  const sums = new Map<string, CampaignSum>();
  for (const [ref, own] of groupBy(rows, ({ campaignRef }) => campaignRef)) {
    if (ref === null) continue;
    const { amount, impressions, clicks } = sumFigures(own);
    const isTelling = (impressions ?? 0) >= TELLING_IMPRESSIONS && !new Sum(amount).isZero();
    const key = isTelling ? JSON.stringify([amount, own[0]?.currency, impressions, clicks]) : null;
    sums.set(ref, { accountId: own[0]?.accountId ?? "", key });
  }
  return sums;
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
    const { campaign: _campaign, adSet: _adSet, ad: _ad, ...row } = own[0] as NewRow;
    return {
      ...{ id: newId(), workspaceId, origin },
      ...{ importId: importId ?? null, accountRef: accountRef ?? null },
      ...{ ...row, ...sumFigures(own), isSpread: own.some(({ isSpread }) => isSpread) },
    };
  });
}

function sumFigures(rows: readonly Figures[]): Figures {
  const sum = (name: keyof Figures) => {
    const known = rows.flatMap((row) => row[name] ?? []);
    return known.length === 0 ? null : known.reduce<Decimal>((total, one) => total.plus(one), new Sum(0));
  };
  return {
    amount: sum("amount")?.toFixed() ?? "0",
    impressions: sum("impressions")?.toNumber() ?? null,
    clicks: sum("clicks")?.toNumber() ?? null,
    conversions: sum("conversions")?.toFixed() ?? null,
  };
}
