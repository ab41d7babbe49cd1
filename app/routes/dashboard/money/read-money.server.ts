import { validFilters } from "#app/http/forms/valid-filters.server.ts";
import { toCommissionPerVerified } from "#app/lib/campaign-verdict.ts";
import { Invalid } from "#app/lib/errors.ts";
import { shortDate } from "#app/lib/format-date.ts";
import { moneyGroups } from "#app/lib/money-columns.ts";
import { nameCountries } from "#app/lib/phone-countries.ts";
import { presentMoneyRow, sortMoney } from "#app/presenters/money.ts";
import { MoneyQuery } from "#app/schemas/money.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { getMoney } from "#app/services/money/get-money.server.ts";
import type { MoneyRow } from "#app/services/money/money-groups.ts";
import { readSpendPeriod } from "#app/services/spend/read-spend-period.server.ts";

const LABELS = {
  period: "Period",
  from: "From",
  to: "To",
  compare: "Compare with",
  page: "Page",
  groupBy: "Group",
  basis: "Day",
  sort: "Sort by",
};

/** What the address asks for, in the order that it asks for: for the page and for its file. */
export async function readMoney(
  { workspace }: Member,
  searchParams: URLSearchParams,
  { now = new Date(), hasSeries = false } = {},
) {
  const { valid, ignored } = validFilters(MoneyQuery, LABELS, searchParams, workspace.timeZone);
  const query = MoneyQuery.parse(valid);
  const { groupBy, basis } = query;
  const period = await readSpendPeriod(workspace, query, now).catch((error: unknown) => {
    if (!(error instanceof Invalid)) throw error;
    ignored.push(LABELS.from);
    return readSpendPeriod(workspace, MoneyQuery.parse({}), now);
  });
  const { days, compared } = period;
  const [money, previous] = await Promise.all([
    getMoney({ workspace, days, groupBy, basis, hasSeries, hasViews: false }),
    compared && getMoney({ workspace, days: compared, groupBy, basis, hasViews: false }),
  ]);
  const { currency } = money;
  // The days before are others: no row has the same day.
  const earlier = new Map(groupBy === "day" ? [] : previous?.rows.map((row) => [toRowId(row), row]));
  const countries = nameCountries(
    groupBy === "country" ? money.rows.map(({ key }) => ({ country: key })) : [],
  );
  // What was spent by hand is of no campaign, and of its claims nothing is known.
  const isByHand = ({ key, claims }: MoneyRow) => key === null && claims === 0;
  const usualCommission = toCommissionPerVerified(money.totals);
  const rows = money.rows.map((row) => ({
    ...presentMoneyRow(row, {
      currency,
      before: earlier.get(toRowId(row)),
      judged: isJudged(groupBy) && !isByHand(row) ? { usualCommission } : null,
    }),
    ...(isByHand(row) ? { costRange: null, costInterval: null } : {}),
    id: toRowId(row),
    name: countries[row.key ?? ""] ?? nameRow(groupBy, row),
    adPlatform: nameSpender(row.adPlatform),
    campaignRef: row.campaignRef,
  }));
  const { withoutSource } = money.unmatched;
  const all = [...rows];
  if (withoutSource)
    all.push({
      // What it brought is not known either.
      ...presentMoneyRow({ ...withoutSource, value: null, commission: null }, { currency }),
      id: "spend",
      name: "Spend without a source",
      adPlatform: null,
      campaignRef: null,
    });
  return {
    query,
    ignored,
    period,
    money,
    rows: query.sort
      ? sortMoney(all, query.sort)
      : groupBy === "day"
        ? all.toReversed()
        : sortMoney(all, "-spend"),
    totals: { ...presentMoneyRow(money.totals, { currency, before: previous?.totals }), id: "all" },
  };
}

/** Nobody knows what a country, a form or a broker cost, and a day alone says little. */
export const isJudged = (groupBy: MoneyQuery["groupBy"]): boolean =>
  groupBy === "source" || groupBy === "campaign" || groupBy === "adSet" || groupBy === "ad";

type RowId = Pick<MoneyRow, "ref" | "key" | "label" | "adPlatform">;

/** Several ads may have one and the same key. What was spent by hand, and claims of no ad, have none. */
export const toRowId = ({ ref, key, label, adPlatform }: RowId): string =>
  ref ?? JSON.stringify([adPlatform, key, key === null ? label : null]);

function nameRow(groupBy: MoneyQuery["groupBy"], { key, label }: Pick<MoneyRow, "key" | "label">): string {
  if (groupBy === "day" && key !== null) return shortDate(key);
  return label ?? moneyGroups[groupBy].none;
}

/** The name of the ad platform that was paid; null for an amount by hand. */
export const nameSpender = (id: string | null): string | null =>
  id === null || id === "" ? null : (adPlatforms.all().find((one) => one.id === id)?.name ?? id);
