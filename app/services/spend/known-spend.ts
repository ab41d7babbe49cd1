import Decimal from "decimal.js-light";
import { groupBy } from "#app/lib/group-by.ts";
import type { Spend } from "#app/lib/spend.ts";
import type { SpendRow } from "#app/models/spend-row.server.ts";

type SpendSums = Pick<Spend, "amount" | "impressions" | "clicks" | "conversions">;
type Told = Pick<SpendRow, "campaignRef" | "accountId">;
type Counted = Told & SpendSums & Pick<SpendRow, "day" | "currency">;

const Sum = Decimal.clone({ precision: 40 });

/** Whether it may be one of the accounts: nobody said the account of one of the two. */
export const mayBeOneOf = (accounts: ReadonlySet<string>, accountId: string): boolean =>
  accountId === "" ? accounts.size > 0 : accounts.has(accountId) || accounts.has("");

const accountsOf = (rows: readonly Told[]) => new Set(rows.map(({ accountId }) => accountId));

/** Says why a file's row of a day does not count; null if it does. */
export function createKnownBetter(
  there: readonly (Told & { isOfConnected: boolean })[],
  own: readonly (Told & Pick<Spend, "hasUnknownAd">)[],
): (row: Told & Pick<Spend, "hasUnknownAd">) => "connected" | "campaigns" | null {
  const ofFile = new Set(own.map(({ campaignRef }) => campaignRef));
  const known = there.filter(({ campaignRef }) => campaignRef !== null);
  const withCampaigns = accountsOf([...known, ...own.filter(({ campaignRef }) => campaignRef !== null)]);
  // A row whose campaign cannot be read is not one of the campaigns that its file does name.
  const withOthers = accountsOf(known.filter(({ campaignRef }) => !ofFile.has(campaignRef)));
  const ofConnected = there.filter(({ isOfConnected }) => isOfConnected);
  const campaigns = new Set(ofConnected.map(({ campaignRef }) => campaignRef));
  const accounts = accountsOf(ofConnected);
  return ({ campaignRef, accountId, hasUnknownAd }) => {
    if (campaignRef === null) {
      if (mayBeOneOf(accounts, accountId)) return "connected";
      return mayBeOneOf(hasUnknownAd ? withOthers : withCampaigns, accountId) ? "campaigns" : null;
    }
    return campaigns.has(campaignRef) || accounts.has(accountId) ? "connected" : null;
  };
}

/** The campaigns of a day that have another name now: another one has all their figures, to the single view. */
export function findRenamed(next: readonly Counted[], there: readonly Counted[]): Set<string> {
  const refsOf = (rows: readonly Counted[]) => new Set(rows.map(({ campaignRef }) => campaignRef));
  const [after, before] = [refsOf(next), refsOf(there)];
  const added = groupBy(
    sumCampaigns(next).filter(({ campaignRef }) => !before.has(campaignRef)),
    ({ key }) => key,
  );
  return new Set(
    sumCampaigns(there).flatMap(({ campaignRef, accountId, key }) =>
      !after.has(campaignRef) && mayBeOneOf(accountsOf(added.get(key) ?? []), accountId) ? [campaignRef] : [],
    ),
  );
}

/**
 * The account of an export that names none: one whose campaign has all the figures of a day of one of its
 * campaigns. An export without accounts is of one account.
 */
export function findAccountByFigures(unnamed: readonly Counted[], named: readonly Counted[]): string | null {
  const keys = new Set(sumCampaigns(unnamed).map(({ key }) => key));
  return keys.size === 0 ? null : (sumCampaigns(named).find(({ key }) => keys.has(key))?.accountId ?? null);
}

type CampaignSum = { campaignRef: string; accountId: string; key: string };
const TELLING_IMPRESSIONS = 20;

/** The days of campaigns whose figures are large enough to identify them. */
function sumCampaigns(rows: readonly Counted[]): CampaignSum[] {
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

/** What several rows say together; null where none of them says it. */
export function sumFigures(rows: readonly SpendSums[]): SpendSums {
  const sum = (name: keyof SpendSums) => {
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
