import Decimal from "decimal.js-light";
import { groupBy } from "#app/lib/group-by.ts";
import type { Spend } from "#app/lib/spend.ts";

export type ReportFigures = Pick<Spend, "amount" | "impressions" | "clicks" | "conversions">;
export type Reported = ReportFigures & {
  day: string;
  currency: string;
  accountId: string;
  campaignRef: string | null;
};

const Sum = Decimal.clone({ precision: 40 });

/** What several rows say together; null where none of them says it. */
export function sumFigures(rows: readonly ReportFigures[]): ReportFigures {
  const sum = (name: keyof ReportFigures) => {
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

/** Whether it is one of the accounts; true if either side names none. */
export const matchesAccount = (accounts: ReadonlySet<string>, accountId: string): boolean =>
  accountId === "" ? accounts.size > 0 : accounts.has(accountId) || accounts.has("");

export const accountsOf = (rows: readonly { accountId: string }[]) =>
  new Set(rows.map(({ accountId }) => accountId));

/** The campaigns of a day that have another name now: another one has all their figures, to the single view. */
export function findRenamed(next: readonly Reported[], there: readonly Reported[]): Set<string> {
  const refsOf = (rows: readonly Reported[]) => new Set(rows.map(({ campaignRef }) => campaignRef));
  const [after, before] = [refsOf(next), refsOf(there)];
  const added = groupBy(
    sumCampaigns(next).filter(({ campaignRef }) => !before.has(campaignRef)),
    ({ key }) => key,
  );
  return new Set(
    sumCampaigns(there).flatMap(({ campaignRef, accountId, key }) =>
      !after.has(campaignRef) && matchesAccount(accountsOf(added.get(key) ?? []), accountId)
        ? [campaignRef]
        : [],
    ),
  );
}

/**
 * The account of an export that names none: one whose campaign has all the figures of a day of one of its
 * campaigns. An export without accounts is of one account.
 */
export function findAccountByFigures(
  unnamed: readonly Reported[],
  named: readonly Reported[],
): string | null {
  const keys = new Set(sumCampaigns(unnamed).map(({ key }) => key));
  return keys.size === 0 ? null : (sumCampaigns(named).find(({ key }) => keys.has(key))?.accountId ?? null);
}

const TELLING_IMPRESSIONS = 20;

/** The days of campaigns whose figures are large enough to identify them. */
function sumCampaigns(rows: readonly Reported[]): { campaignRef: string; accountId: string; key: string }[] {
  const campaigns = groupBy(rows, ({ day, campaignRef }) => `${day} ${campaignRef}`);
  return [...campaigns.values()].flatMap((own) => {
    const [first] = own;
    const { amount, impressions, clicks } = sumFigures(own);
    const isTelling = (impressions ?? 0) >= TELLING_IMPRESSIONS && !new Sum(amount).isZero();
    if (!first || first.campaignRef === null || !isTelling) return [];
    const key = JSON.stringify([first.day, amount, first.currency, impressions, clicks]);
    return [{ campaignRef: first.campaignRef, accountId: first.accountId, key }];
  });
}
