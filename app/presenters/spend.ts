import { formatAmount } from "#app/lib/money.ts";
import type { SpendImport } from "#app/models/spend-import.server.ts";
import type { SpendRow } from "#app/models/spend-row.server.ts";
import type { SpendImportResponse, SpendRowResponse, SpendTotalsResponse } from "#app/schemas/spend.ts";
import { presentSpendFile } from "./spend-file.ts";

type Figures = SpendTotalsResponse;

/** Amounts with the digits of their currency. */
export const presentSpendFigures = (
  { spend, sums, impressions, clicks, conversions, isSpread }: Figures,
  currency: string,
): SpendTotalsResponse => ({
  spend: spend === null ? null : formatAmount(spend, currency),
  sums: sums.map((one) => ({ ...one, amount: formatAmount(one.amount, one.currency) })),
  impressions,
  clicks,
  conversions,
  isSpread,
});

export const presentSpendRow = (row: SpendRowResponse, currency: string): SpendRowResponse => ({
  key: row.key,
  label: row.label,
  adPlatform: row.adPlatform,
  ...presentSpendFigures(row, currency),
});

/** A file or an amount by hand for its owner, on pages and in /api. */
export function presentSpendImport(spend: SpendImport): SpendImportResponse {
  const { id, kind, name, source, amount, currency, isSpread, bytes, rowCount, state, error } = spend;
  return {
    id,
    kind,
    name,
    source,
    currency,
    isSpread,
    bytes,
    error,
    adPlatform: spend.adPlatform || null,
    accountId: spend.accountId || null,
    amount: amount !== null && currency !== null ? formatAmount(amount, currency) : amount,
    from: spend.fromDay,
    to: spend.toDay,
    addedBy: spend.addedBy?.name ?? null,
    addedAt: spend.createdAt.toISOString(),
    fileDeletedAt: spend.fileDeletedAt?.toISOString() ?? null,
    status: state,
    rows: rowCount,
    counted: (spend.counted ?? []).map((sum) => ({ ...sum, amount: formatAmount(sum.amount, sum.currency) })),
    ...presentSpendFile(spend),
  };
}

type NamedRow = {
  row: SpendRow;
  campaign: string | null;
  adSet: string | null;
  ad: string | null;
  importName: string | null;
};

/** A single row for the page that lists them. */
export function presentSpendLine({ row, campaign, adSet, ad, importName }: NamedRow) {
  const { id, day, origin, source, currency, amount, impressions, clicks, conversions, isSpread } = row;
  return {
    id,
    day,
    origin,
    source,
    currency,
    impressions,
    clicks,
    conversions,
    isSpread,
    campaign,
    adSet,
    ad,
    importName,
    importId: row.importId,
    adPlatform: row.adPlatform || null,
    accountId: row.accountId || null,
    amount: formatAmount(amount, currency),
  };
}
