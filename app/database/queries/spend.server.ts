import { literal, Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { escapeValue, exactSum } from "#app/database/dialect.server.ts";
import type { Days } from "#app/lib/periods.ts";
import { NO_VALUE } from "#app/lib/sources.ts";
import type { SpendGroup } from "#app/lib/spend-groups.ts";
import { SpendRow } from "#app/models/index.server.ts";

/** What narrows a list of spend; `NO_VALUE` finds rows without one. */
export type SpendFilters = {
  campaign?: string | undefined;
  adSet?: string | undefined;
  ad?: string | undefined;
  platform?: string | undefined;
  account?: string | undefined;
  source?: string | undefined;
  import?: string | undefined;
};
type Literal = ReturnType<typeof literal>;
type Range = { workspaceId: string; days: Days; filters: SpendFilters };

/** A part of a group's spend: of one currency, and where that is not the workspace's, of one day. */
export type SpendPart = {
  adPlatform: string | null;
  /** What the group is about; null where rows have none. */
  value: string | null;
  /** Of the group `source`: campaigns may have a rule that names one. */
  campaignRef: string | null;
  currency: string;
  /** Null for the workspace's own currency. */
  rateDay: string | null;
  amount: string;
  impressions: number | null;
  clicks: number | null;
  conversions: string | null;
  isSpread: boolean;
};

const values: Record<SpendGroup, string> = {
  day: "day",
  platform: "adPlatform",
  account: "accountId",
  campaign: "campaignRef",
  adSet: "adSetRef",
  ad: "adRef",
  source: "source",
  import: "importId",
};
const withPlatform = new Set<SpendGroup>(["platform", "account", "campaign", "adSet", "ad"]);

/** Selects the rows of a range. Their source is their own, or that of their campaign by the owner's rule. */
export function isSpendOf({ workspaceId, days, filters }: Range): WhereOptions {
  const { source } = filters;
  const ruled = (condition: string) =>
    literal(
      `(SELECT id FROM adObjects WHERE workspaceId = ${escapeValue(workspaceId)} AND level = 'campaign' AND ${condition})`,
    );
  const text = (value: string | undefined) => (value === NO_VALUE ? "" : value);
  const ref = (value: string | undefined) => (value === NO_VALUE ? null : value);
  const given = {
    campaignRef: ref(filters.campaign),
    adSetRef: ref(filters.adSet),
    adRef: ref(filters.ad),
    importId: ref(filters.import),
    adPlatform: text(filters.platform),
    accountId: text(filters.account),
  };
  const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return {
    workspaceId,
    day: { [Op.between]: [days.from, days.to] },
    ...own,
    ...(source === undefined
      ? {}
      : source === NO_VALUE
        ? {
            source: null,
            [Op.or]: [{ campaignRef: null }, { campaignRef: { [Op.notIn]: ruled("source IS NOT NULL") } }],
          }
        : {
            [Op.or]: [
              { source },
              { source: null, campaignRef: { [Op.in]: ruled(`source = ${escapeValue(source)}`) } },
            ],
          }),
  };
}

/** The spend of a range by a group, in parts that each have one exchange rate. */
export async function addUpSpend(
  range: Range & { currency: string },
  groupBy: SpendGroup,
): Promise<SpendPart[]> {
  const { currency } = range;
  const rateDay = `CASE WHEN currency = ${escapeValue(currency)} THEN NULL ELSE day END`;
  const keys = {
    adPlatform: withPlatform.has(groupBy) ? "adPlatform" : "NULL",
    value: values[groupBy],
    campaignRef: groupBy === "source" ? "campaignRef" : "NULL",
    currency: "currency",
    rateDay,
  };
  const names = Object.keys(keys).map((name) => `${name}Key`);
  const sums = {
    amount: exactSum("amount"),
    impressions: "SUM(impressions)",
    clicks: "SUM(clicks)",
    conversions: exactSum("conversions"),
    isSpread: "MAX(isSpread)",
  };
  type Row = Record<`${keyof typeof keys}Key`, string | null> &
    Record<"impressions" | "clicks", string | number | null> & {
      amount: string;
      conversions: string | null;
      isSpread: number;
    };
  const rows = await retryRead(() =>
    SpendRow.findAll({
      attributes: [
        ...Object.values(keys).map((sql, index): [Literal, string] => [literal(sql), names[index] ?? ""]),
        ...Object.entries(sums).map(([name, sql]): [Literal, string] => [literal(sql), name]),
      ],
      where: isSpendOf(range),
      group: names,
      raw: true,
    }),
  );
  const toCount = (value: string | number | null) => (value === null ? null : Number(value));
  return (rows as unknown as Row[]).map((row) => ({
    adPlatform: row.adPlatformKey || null,
    value: row.valueKey || null,
    campaignRef: row.campaignRefKey,
    currency: row.currencyKey ?? currency,
    rateDay: row.rateDayKey,
    amount: row.amount,
    impressions: toCount(row.impressions),
    clicks: toCount(row.clicks),
    conversions: row.conversions,
    isSpread: Number(row.isSpread) === 1,
  }));
}
