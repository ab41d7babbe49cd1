import Decimal from "decimal.js-light";
import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { addUpSpend, type SpendFilters, type SpendPart } from "#app/database/queries/spend.server.ts";
import { areDaysMarked } from "#app/database/queries/spend-marks.server.ts";
import type { Money } from "#app/lib/commission.ts";
import { type ExchangeRates, rateBetween } from "#app/lib/exchange.ts";
import { groupBy as inGroups } from "#app/lib/group-by.ts";
import type { Days } from "#app/lib/periods.ts";
import type { SpendGroup } from "#app/lib/spend-groups.ts";
import { AdObject, SpendImport, type Workspace } from "#app/models/index.server.ts";
import { readDayRates } from "#app/services/exchange-rates/day-rates.server.ts";

export type AddedSpend = {
  /** In the workspace's currency; null where an amount has no rate. */
  spend: string | null;
  /** As it was paid, one for each currency. */
  sums: Money[];
  impressions: number | null;
  clicks: number | null;
  conversions: string | null;
  isSpread: boolean;
};
type Arguments = {
  workspace: Pick<Workspace, "id" | "currency">;
  days: Days;
  groupBy: SpendGroup;
  filters: SpendFilters;
  page: number;
  limit: number;
};

const Sum = Decimal.clone({ precision: 40 });

/**
 * What was spent in a range of days by a group, a page of it, with the totals of all, and whether days are
 * behind.
 */
export async function getSpend({ workspace, days, groupBy, filters, page, limit }: Arguments) {
  const { id: workspaceId, currency } = workspace;
  const isBehind = await areDaysMarked(workspaceId, days);
  const parts = await addUpSpend({ workspaceId, days, filters, currency }, groupBy);
  const rates = parts.some(({ rateDay }) => rateDay !== null) ? await readDayRates(workspace, days) : null;
  const sources = groupBy === "source" ? await listRuledSources(workspaceId) : new Map<string, string>();
  const toKey = ({ value, campaignRef }: SpendPart) => value ?? sources.get(campaignRef ?? "") ?? null;
  const add = (own: SpendPart[]) => addUp(own, currency, rates);
  const rows = [...inGroups(parts, (part) => JSON.stringify([part.adPlatform, toKey(part)])).values()].map(
    (own) => {
      const first = own[0] as SpendPart;
      return { key: toKey(first), adPlatform: first.adPlatform, ...add(own) };
    },
  );
  rows.sort(groupBy === "day" ? byKey : bySpend);
  const shown = rows.slice((page - 1) * limit, page * limit);
  const names = await findNames(
    workspaceId,
    groupBy,
    shown.flatMap(({ key }) => key ?? []),
  );
  return {
    isBehind,
    rows: shown.map((row) => ({ ...row, label: names.get(row.key ?? "") ?? null })),
    totals: add(parts),
    pagination: {
      total: rows.length,
      page,
      limit,
      pages: Math.max(1, Math.ceil(rows.length / limit)),
    },
  };
}

type Keyed = { key: string | null; spend: string | null; sums: Money[] };

const byKey = (one: Keyed, other: Keyed) => ((one.key ?? "") < (other.key ?? "") ? -1 : 1);
const bySpend = (one: Keyed, other: Keyed) =>
  new Sum(other.spend ?? 0).cmp(one.spend ?? 0) || byKey(one, other);

function addUp(parts: SpendPart[], to: string, rates: ((day: string) => ExchangeRates) | null): AddedSpend {
  const paid = new Map<string, Decimal>();
  let spend: Decimal | null = new Sum(0);
  for (const { currency, rateDay, amount } of parts) {
    paid.set(currency, (paid.get(currency) ?? new Sum(0)).plus(amount));
    const rate = rateDay === null || !rates ? "1" : rateBetween(currency, to, rates(rateDay));
    spend = spend && rate ? spend.plus(new Sum(amount).mul(rate)) : null;
  }
  const addCounts = (counts: (number | null)[]) => {
    const known = counts.filter((count) => count !== null);
    return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
  };
  const conversions = parts.flatMap((part) => part.conversions ?? []);
  return {
    spend: spend?.toFixed() ?? null,
    sums: [...paid]
      .map(([currency, amount]) => ({ amount: amount.toFixed(), currency }))
      .sort((one, other) => (one.currency < other.currency ? -1 : 1)),
    impressions: addCounts(parts.map(({ impressions }) => impressions)),
    clicks: addCounts(parts.map(({ clicks }) => clicks)),
    conversions:
      conversions.length === 0 ? null : conversions.reduce((sum, one) => sum.plus(one), new Sum(0)).toFixed(),
    isSpread: parts.some(({ isSpread }) => isSpread),
  };
}

/** The sources of campaigns by the owner's rules. */
async function listRuledSources(workspaceId: string): Promise<Map<string, string>> {
  const campaigns = await retryRead(() =>
    AdObject.findAll({
      where: { workspaceId, level: "campaign", source: { [Op.not]: null } },
      attributes: ["id", "source"],
      raw: true,
    }),
  );
  return new Map(campaigns.map(({ id, source }) => [id, source ?? ""]));
}

async function findNames(
  workspaceId: string,
  groupBy: SpendGroup,
  ids: string[],
): Promise<Map<string, string>> {
  const named = { where: { workspaceId, id: ids }, attributes: ["id", "name"], raw: true };
  if (groupBy === "import") return toNames(await retryRead(() => SpendImport.findAll(named)));
  if (groupBy === "campaign" || groupBy === "adSet" || groupBy === "ad")
    return toNames(await retryRead(() => AdObject.findAll(named)));
  return new Map();
}

const toNames = (rows: { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]));
