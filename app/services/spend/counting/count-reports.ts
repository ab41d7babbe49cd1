import { createYield } from "#app/lib/create-yield.ts";
import { groupBy } from "#app/lib/group-by.ts";
import type { LeftOut } from "#app/lib/spend-files.ts";
import { accountsOf, findRenamed, matchesAccount } from "./figures.ts";
import { placeReports } from "./place-reports.ts";
import { latestOf, type Report, type ReportPart, readingOf } from "./report.ts";

/** Why a report does not count as a whole, what of it does not, and the readings that say it instead. */
export type Replaced = { reason: LeftOut["reason"]; by: ReadonlySet<string>; amount: string };
export type CountedReports = {
  parts: ReportPart[];
  leftOut: Map<Report, Replaced>;
  /** Those that name no account, and count beside those of a connected one. */
  beside: Set<Report>;
  /** Those of other campaigns without an id that count beside the latest file of their days. */
  others: { report: Report; latest: string }[];
};

/**
 * Says what counts of all that is reported of some days, whatever order it came in: of the same days the later
 * file, before it a connected account; of a period, or a total, only what nothing else says.
 */
export async function countReports(reports: readonly Report[]): Promise<CountedReports> {
  const leftOut: CountedReports["leftOut"] = new Map();
  const yieldTurn = createYield();
  const beside: CountedReports["beside"] = new Set();
  const counted: Report[] = [];
  const others: CountedReports["others"] = [];
  for (const reported of groupBy(reports, ({ day, toDay }) => `${day} ${toDay}`).values()) {
    const own = countSameDays(reported, leftOut);
    for (const report of own) counted.push(report);
    for (const other of findOthers(own)) others.push(other);
    await yieldTurn();
  }
  const connectedDays = [...new Set(counted.flatMap((one) => (one.isOfConnected ? [one.day] : [])))];
  for (const report of counted) {
    if (report.isOfConnected || report.accountId !== "") continue;
    if (connectedDays.some((day) => day >= report.day && day <= report.toDay)) beside.add(report);
  }
  const { parts, without } = await placeReports(counted);
  for (const [report, { by, amount, isWhole, reason }] of without) {
    leftOut.set(report, { reason, by, amount });
    if (isWhole) beside.delete(report);
  }
  return { parts, leftOut, beside, others };
}

/** Of reports of the same days, one reading after the other replaces what it says again. */
function countSameDays(reports: readonly Report[], leftOut: CountedReports["leftOut"]): Report[] {
  let counted: Report[] = [];
  for (const own of inOrder(reports)) {
    const hasParts = createHasParts(own);
    const kept = own.filter((report) => {
      if (hasParts(report)) leftOut.set(report, { reason: "parts", by: new Set(), amount: report.amount });
      return !leftOut.has(report);
    });
    const isReplaced = createReplacing(kept, counted);
    const reason = own.some(({ isOfConnected }) => isOfConnected) ? "connected" : "later";
    const by = new Set(own.map(readingOf));
    // What a file had replaced before is the connected account's, too.
    for (const report of reason === "connected" ? reports : counted)
      if (!by.has(readingOf(report)) && isReplaced(report))
        leftOut.set(report, { reason, by, amount: report.amount });
    counted = [...counted.filter((report) => !leftOut.has(report)), ...kept];
  }
  const isKnown = createIsKnown(counted);
  return counted.filter((report) => {
    const known = report.campaignRef === null ? isKnown(report) : null;
    if (known) leftOut.set(report, known);
    return known === null;
  });
}

/** A campaign of an earlier file may be one that the latest file has under a new name. */
function findOthers(counted: readonly Report[]): CountedReports["others"] {
  const files = inOrder(counted.filter(({ isOfConnected }) => !isOfConnected));
  const [first] = files.pop() ?? [];
  if (!first) return [];
  const accounts = accountsOf(counted.filter((report) => readingOf(report) === readingOf(first)));
  return files
    .flat()
    .filter(({ campaign, accountId }) => campaign?.hasId === false && matchesAccount(accounts, accountId))
    .map((report) => ({ report, latest: readingOf(first) }));
}

/** The readings, the earliest first; connected accounts come last. */
function inOrder(reports: readonly Report[]): Report[][] {
  const readings = [...groupBy(reports, readingOf)].map(([id, own]) => ({
    id,
    own,
    isOfConnected: own.some(({ isOfConnected }) => isOfConnected),
    at: latestOf(own),
  }));
  readings.sort(
    (one, other) =>
      Number(one.isOfConnected) - Number(other.isOfConnected) ||
      one.at - other.at ||
      (one.id < other.id ? -1 : 1),
  );
  return readings.map(({ own }) => own);
}

/** Says whether a report is the total of a campaign or ad set whose parts the same reading has. */
function createHasParts(reports: readonly Report[]): (report: Report) => boolean {
  const [campaigns, adSets] = [new Set<string | null>(), new Set<string>()];
  for (const { campaignRef, adSetRef, adRef } of reports) {
    if (adSetRef ?? adRef) campaigns.add(campaignRef);
    if (adSetRef && adRef) adSets.add(adSetRef);
  }
  return ({ campaignRef, adSetRef, adRef, hasUnknownAd }) => {
    if (hasUnknownAd || adRef !== null) return false;
    if (adSetRef !== null) return adSets.has(adSetRef);
    return campaignRef !== null && campaigns.has(campaignRef);
  };
}

/** Says of an earlier report whether it goes, because a reading says the same. */
function createReplacing(next: readonly Report[], there: readonly Report[]) {
  const campaigns = new Set(next.map(({ campaignRef }) => campaignRef));
  const withCampaign = next.filter(({ campaign }) => campaign !== null);
  const namesakes = groupBy(withCampaign, ({ campaign }) => campaign?.nameKey);
  const renamed = findRenamed(next, there);
  const totals = accountsOf(next.filter(({ campaignRef }) => campaignRef === null));
  const connected = accountsOf(next.filter(({ isOfConnected }) => isOfConnected));
  const complete = accountsOf(next.filter(({ isComplete }) => isComplete));
  return (report: Report): boolean => {
    const { campaignRef, campaign, accountId, isOfConnected } = report;
    if (isOfConnected) return false;
    if (matchesAccount(complete, accountId)) return true;
    if (campaignRef === null) return totals.has(accountId);
    if (campaigns.has(campaignRef) || renamed.has(campaignRef)) return true;
    if (accountId !== "" && connected.has(accountId)) return true;
    // A spreadsheet may have lost the ids of several campaigns of one name.
    const same = (campaign && namesakes.get(campaign.nameKey)) ?? [];
    return matchesAccount(
      accountsOf(same.filter((one) => !(campaign?.hasId && one.campaign?.hasId))),
      accountId,
    );
  };
}

/** Says why the total of an account does not count: its campaigns are known. */
function createIsKnown(counted: readonly Report[]): (total: Report) => Replaced | null {
  const campaigns = [...groupBy(counted, readingOf)].map(([reading, own]) => ({
    reading,
    isOfConnected: own.some(({ isOfConnected }) => isOfConnected),
    accounts: accountsOf(
      own.filter(({ campaignRef, isOfConnected }) => campaignRef !== null || isOfConnected),
    ),
  }));
  return (total) => {
    if (total.isOfConnected) return null;
    const known = campaigns.filter(
      ({ reading, accounts, isOfConnected }) =>
        // A row whose campaign cannot be read is not one of the campaigns that its file does name.
        !(total.hasUnknownAd && reading === readingOf(total)) &&
        // What may be of another account takes the place of as much as it says: `placeReports`.
        (isOfConnected || reading === readingOf(total)
          ? matchesAccount(accounts, total.accountId)
          : accounts.has(total.accountId)),
    );
    if (known.length === 0) return null;
    const reason = known.some(({ isOfConnected }) => isOfConnected) ? "connected" : "campaigns";
    return { reason, by: new Set(known.map(({ reading }) => reading)), amount: total.amount };
  };
}
