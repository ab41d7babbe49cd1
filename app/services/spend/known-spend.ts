import type { SpendRow } from "#app/models/spend-row.server.ts";

type Told = Pick<SpendRow, "campaignRef" | "accountId">;

/** Whether it may be one of the accounts: nobody said the account of one of the two. */
export const mayBeOneOf = (accounts: ReadonlySet<string>, accountId: string): boolean =>
  accountId === "" ? accounts.size > 0 : accounts.has(accountId) || accounts.has("");

/**
 * Says of a file's row of a day whether a connected account reads it itself, or it is a total of what is known by
 * campaigns.
 */
export function createKnownBetter(
  there: readonly (Told & { isOfConnected: boolean })[],
  own: readonly Told[],
): (row: Told) => boolean {
  const accountsOf = (rows: readonly Told[]) => new Set(rows.map(({ accountId }) => accountId));
  const withCampaigns = accountsOf([...there, ...own].filter(({ campaignRef }) => campaignRef !== null));
  const ofConnected = there.filter(({ isOfConnected }) => isOfConnected);
  const campaigns = new Set(ofConnected.map(({ campaignRef }) => campaignRef));
  const accounts = accountsOf(ofConnected);
  return ({ campaignRef, accountId }) =>
    campaignRef === null
      ? mayBeOneOf(withCampaigns, accountId) || mayBeOneOf(accounts, accountId)
      : campaigns.has(campaignRef) || (accountId !== "" && accounts.has(accountId));
}
