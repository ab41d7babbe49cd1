import Decimal from "decimal.js-light";
import { createYield } from "#app/lib/create-yield.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { countDays, listDays } from "#app/lib/periods.ts";
import type { LeftOut } from "#app/lib/spend-files.ts";
import { spreadAmount, spreadSum } from "#app/lib/spread-amount.ts";
import { accountsOf, matchesAccount, type ReportFigures } from "./figures.ts";
import { latestOf, type Report, type ReportPart, readingOf } from "./report.ts";

/** What one reading says of a campaign, or of an account without its campaigns, for the same days. */
type Group = { reports: [Report, ...Report[]]; length: number; at: number };

const Sum = Decimal.clone({ precision: 40 });
const DIGITS = 4;

/** What does not count of a report and why, what says it instead, and whether nothing of it counts. */
type Without = {
  reason: LeftOut["reason"];
  by: ReadonlySet<string>;
  amount: string;
  isWhole: boolean;
};

/**
 * Puts reports on their days. A period counts with what shorter periods and single days of other readings leave of
 * it, spread evenly over the days that they leave; a total, with what is left by campaigns and later totals.
 * @returns the parts, and the reports that do not count as a whole
 */
export async function placeReports(reports: readonly Report[]) {
  const placed = createPlaced();
  const yieldTurn = createYield();
  const without = new Map<Report, Without>();
  for (const group of listGroups(reports)) {
    const [{ day, toDay }] = group.reports;
    const days = listDays({ from: day, to: toDay });
    const known = new Map(days.map((one) => [one, placed.find(group, one)]));
    const free = days.filter((one) => known.get(one) === null);
    const certain = [...known.values()].flatMap((parts) => parts ?? []);
    const unsure = free.flatMap((one) => placed.findUnsure(group, one));
    const others = [...certain, ...unsure];
    const own = placeGroup(group, [...certain, ...placed.listLeft(unsure)], { days, free });
    placed.take(group, { certain, unsure, own });
    const counted = groupBy(own, ({ report }) => report);
    for (const report of group.reports) {
      const parts = counted.get(report) ?? [];
      const amount = new Sum(report.amount).minus(addUp(parts, "amount")).toFixed();
      const by = new Set(others.map((part) => readingOf(part.report)));
      if (parts.length === 0 || Number(amount) !== 0)
        without.set(report, {
          reason: tellReason(report, others),
          by,
          amount,
          isWhole: parts.length === 0,
        });
    }
    for (const part of own) placed.add(part);
    await yieldTurn();
  }
  return { parts: placed.list(), without };
}

function tellReason({ day, toDay }: Report, others: readonly ReportPart[]): LeftOut["reason"] {
  const isOfSameDays = ({ report }: ReportPart) => report.day === day && report.toDay === toDay;
  if (day !== toDay && !(others.length > 0 && others.every(isOfSameDays))) return "days";
  return others.some(({ report }) => report.campaignRef !== null) ? "campaigns" : "later";
}

/** Campaigns before totals, short periods before long ones, and late ones before early ones. */
function listGroups(reports: readonly Report[]): Group[] {
  const groups = groupBy(reports, ({ day, toDay, campaignRef, accountId }) =>
    JSON.stringify([day, toDay, campaignRef, campaignRef === null ? accountId : null]),
  );
  const sorted = [...groups].map(([key, own]) => ({
    key,
    reports: own as Group["reports"],
    length: countDays({ from: own[0]?.day ?? "", to: own[0]?.toDay ?? "" }),
    isTotal: own[0]?.campaignRef === null,
    at: latestOf(own),
  }));
  return sorted.sort(
    (one, other) =>
      Number(one.isTotal) - Number(other.isTotal) ||
      one.length - other.length ||
      other.at - one.at ||
      (one.key < other.key ? -1 : 1),
  );
}

/** The parts that are on their days, by what they may be the same as. */
function createPlaced() {
  const parts: ReportPart[] = [];
  const [byCampaign, byName, byDay] = [createIndex(), createIndex(), createIndex()];
  /** The reports of days that are known as a whole: by a connected account, or by a complete file. */
  const whole = createIndex();
  /** The share of a part that no total was reduced by. */
  const left = new Map<ReportPart, Decimal>();
  const leftOf = (part: ReportPart) => left.get(part) ?? new Sum(1);
  const listLeft = (some: readonly ReportPart[]) => some.map((part) => scale(part, leftOf(part)));
  return {
    listLeft,
    list: () => parts,
    add(part: ReportPart): void {
      const { day, report } = part;
      parts.push(part);
      byDay.add(day, part);
      if (report.campaign) byName.add(`${day} ${report.campaign.nameKey}`, part);
      if (report.campaignRef !== null) byCampaign.add(`${day} ${report.campaignRef}`, part);
      if (report.isOfConnected || report.isComplete) whole.add(day, part);
    },
    /** What may be a total's, because one of the two names no account. An account has one currency. */
    findUnsure({ reports }: Group, day: string): ReportPart[] {
      const [{ campaignRef, accountId }] = reports;
      if (campaignRef !== null) return [];
      const currencies = new Set(reports.map(({ currency }) => currency));
      return byDay
        .get(day)
        .filter(
          ({ report }) =>
            readingOf(report) !== readingOf(reports[0]) &&
            report.accountId !== accountId &&
            matchesAccount(accountsOf([report]), accountId) &&
            currencies.has(report.currency),
        );
    },
    /** What a total is reduced by is of its account, and reduces no other one. */
    take(
      { reports }: Group,
      { certain, unsure, own }: Record<"certain" | "unsure" | "own", ReportPart[]>,
    ): void {
      for (const [currency, whole] of groupBy(reports, (report) => report.currency)) {
        const of = (some: readonly ReportPart[]) => some.filter(({ report }) => report.currency === currency);
        const rest = addUp(listLeft(of(unsure)), "amount");
        if (!rest.isPositive() || rest.isZero()) continue;
        const taken = addUp(whole, "amount").minus(addUp([...of(certain), ...of(own)], "amount"));
        const share = Math.min(Math.max(taken.div(rest).toNumber(), 0), 1);
        for (const part of of(unsure)) left.set(part, leftOf(part).mul(new Sum(1).minus(share)));
      }
    },
    /** What other readings say of a day's part of the same; null where they say nothing of the day. */
    find({ reports: [first], length, at }: Group, day: string): ReportPart[] | null {
      const { campaignRef, campaign, accountId } = first;
      const isOfAccount = ({ report }: ReportPart) => matchesAccount(accountsOf([report]), accountId);
      const isOfOther = ({ report }: Pick<ReportPart, "report">) => readingOf(report) !== readingOf(first);
      if (campaignRef === null) {
        // The same reading's campaigns are its parts, its other totals are not.
        const isOther = ({ report }: ReportPart) =>
          isOfOther({ report })
            ? report.isOfConnected || report.accountId === accountId
            : report.campaignRef !== null && !first.hasUnknownAd;
        const own = byDay.get(day).filter((part) => isOfAccount(part) && isOther(part));
        return own.length > 0 ? own : null;
      }
      if (length === 1) return null;
      const namesakes = byName
        .get(`${day} ${campaign?.nameKey}`)
        .filter(
          (part) =>
            part.report.campaignRef !== campaignRef &&
            !(campaign?.hasId && part.report.campaign?.hasId) &&
            isOfAccount(part),
        );
      const own = [...byCampaign.get(`${day} ${campaignRef}`), ...namesakes].filter(isOfOther);
      const isWhole = whole
        .get(day)
        .some(({ report }) =>
          report.isOfConnected
            ? report.accountId === accountId
            : +report.reportedAt > at && matchesAccount(accountsOf([report]), accountId),
        );
      return own.length > 0 || isWhole ? own : null;
    },
  };
}

function scale(part: ReportPart, left: Decimal): ReportPart {
  const of = (figure: string | number | null) => (figure === null ? null : new Sum(figure).mul(left));
  return {
    ...part,
    amount: of(part.amount)?.toFixed() ?? "0",
    impressions: of(part.impressions)?.toNumber() ?? null,
    clicks: of(part.clicks)?.toNumber() ?? null,
    conversions: of(part.conversions)?.toFixed() ?? null,
  };
}

function createIndex() {
  const parts = new Map<string, ReportPart[]>();
  return {
    get: (key: string): ReportPart[] => parts.get(key) ?? [],
    add(key: string, part: ReportPart): void {
      const own = parts.get(key);
      if (own) own.push(part);
      else parts.set(key, [part]);
    },
  };
}

const FIGURES = ["impressions", "clicks", "conversions"] as const;

/** The parts of a group on the days that are free, without what is known of the others. */
function placeGroup(
  { reports }: Group,
  known: readonly ReportPart[],
  { days, free }: { days: string[]; free: string[] },
): ReportPart[] {
  if (free.length === 0) return [];
  if (days.length === 1 && known.length === 0)
    return reports.map((report) => {
      const { day, amount, impressions, clicks, conversions } = report;
      return { report, day, amount, impressions, clicks, conversions, isSpread: false };
    });
  const currencies = new Set(reports.map(({ currency }) => currency));
  // What was paid in another currency cannot be taken off: an average day counts then.
  const isComparable = known.every(({ report }) => currencies.has(report.currency));
  return [...groupBy(reports, ({ currency }) => currency)].flatMap(([currency, own]) => {
    const taken = known.filter(({ report }) => report.currency === currency);
    const share = (name: keyof ReportFigures, digits: number) => {
      const sums = own.map((report) => report[name]);
      if (known.length === 0) return sums.map((sum) => (sum === null ? null : new Sum(sum).toFixed()));
      const whole = addUp(own, name);
      const ratio =
        isComparable && !whole.isZero()
          ? restOf(whole.minus(addUp(taken, name)), whole).div(whole)
          : new Sum(free.length).div(days.length);
      return shareOut(sums, ratio, digits);
    };
    const amounts = share("amount", DIGITS);
    const [impressions, clicks, conversions] = FIGURES.map((name) =>
      share(name, name === "conversions" ? DIGITS : 0),
    );
    return own.flatMap((report, index) => {
      const amount = amounts[index] ?? "0";
      // Nothing is left of it.
      if (new Sum(amount).isZero() && !new Sum(report.amount).isZero()) return [];
      const parts = spreadAmount(amount, currency, free.length);
      const spread = (sums: (string | null)[] | undefined) => {
        const sum = sums?.[index] ?? null;
        return sum === null ? null : spreadSum(sum, free.length);
      };
      const [seen, clicked, converted] = [impressions, clicks, conversions].map(spread);
      return free.map<ReportPart>((day, at) => ({
        report,
        day,
        amount: parts[at] ?? "0",
        isSpread: days.length > 1,
        impressions: seen ? Number(seen[at]) : null,
        clicks: clicked ? Number(clicked[at]) : null,
        conversions: converted?.[at] ?? null,
      }));
    });
  });
}

const addUp = (rows: readonly ReportFigures[], name: keyof ReportFigures): Decimal =>
  rows.reduce((sum, row) => sum.plus(row[name] ?? 0), new Sum(0));

/** The rest of a whole; nothing where the days say more than it. */
const restOf = (rest: Decimal, whole: Decimal): Decimal =>
  rest.isNegative() === whole.isNegative() ? rest : new Sum(0);

/** The same ratio of each sum, so that they add up to that ratio of all. */
function shareOut(sums: (string | number | null)[], ratio: Decimal, digits: number): (string | null)[] {
  let all = new Sum(0);
  let given = new Sum(0);
  return sums.map((sum) => {
    if (sum === null) return null;
    all = all.plus(sum);
    const until = all.mul(ratio).toDecimalPlaces(digits, Decimal.ROUND_HALF_UP);
    const own = until.minus(given);
    given = until;
    return own.toFixed();
  });
}
