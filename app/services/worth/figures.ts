import type Decimal from "decimal.js-light";
import { type ContractParts, type MonthlyPart, toEntry } from "./contract-parts.ts";
import type { Calendar } from "./moments.ts";
import { addToGroup, leaveOpen } from "./months.ts";
import type { ConvertOn, WorthClient, WorthEntry, WorthFact } from "./worth.ts";
import { Sum, toCurrency } from "./worth.ts";

type Figure = {
  /** Null where nothing says it. */
  sum: Decimal | null;
  factIds: string[];
  /** Whether a part of it has no exchange rate. */
  isPartial: boolean;
};

/** What a client brought in a month of a contract. */
export type MonthFigures = {
  /** The contract's, in the order of contracts. */
  index: number;
  month: string;
  /** The last day with a figure. */
  day: string;
  revenue: Figure;
  lots: Figure;
};

/** Adds up what facts say of revenue and lots, where a contract pays by them. */
export function collectFigures(
  facts: readonly WorthFact[],
  { calendar, parts, convert }: { calendar: Calendar; parts: readonly ContractParts[]; convert: ConvertOn },
): MonthFigures[] {
  const all: MonthFigures[] = [];
  for (const fact of facts) {
    if (fact.revenue === null && fact.lots === null) continue;
    const place = calendar.findAt(fact.at);
    const own = place && parts[place.index];
    const lots = own?.paysByLots ? fact.lots : null;
    const revenue = own?.paysByRevenue ? fact.revenue : null;
    if (!place || (revenue === null && lots === null)) continue;
    const { id, currency } = fact;
    const { index, day, contract } = place;
    const month = day.slice(0, 7);
    const known = all.findLast((one) => one.index === index && one.month === month);
    const figures = known ?? { index, month, day, revenue: NONE, lots: NONE };
    if (!known) all.push(figures);
    if (day > figures.day) figures.day = day;
    if (lots !== null) figures.lots = plus(figures.lots, id, new Sum(lots));
    if (revenue === null) continue;
    const money = toCurrency(revenue, { currency, to: contract.currency, day, convert });
    figures.revenue = plus(figures.revenue, id, money);
  }
  return all;
}

const NONE: Figure = { sum: null, factIds: [], isPartial: false };

const plus = ({ sum, factIds, isPartial }: Figure, factId: string, amount: Decimal | null): Figure => ({
  sum: amount === null ? sum : (sum?.plus(amount) ?? amount),
  factIds: [...factIds, factId],
  isPartial: isPartial || amount === null,
});

const getFigure = ({ part }: MonthlyPart, figures: MonthFigures): Figure =>
  part.kind === "per_lot" ? figures.lots : figures.revenue;

/** The parts that may pay for clients of the country, and have no figure of the month. */
export const listLacking = (
  { monthly }: ContractParts,
  country: string | null,
  figures: MonthFigures | undefined,
): MonthlyPart[] =>
  monthly.filter(
    (own) =>
      (!figures || getFigure(own, figures).factIds.length === 0) &&
      own.steps.find(country)?.tiers.length !== 0,
  );

/** The rows of a client's month. Amounts of those that are known follow once all clients have theirs. */
export function listFigureEntries(
  { monthly }: ContractParts,
  { submissionId, country }: Pick<WorthClient, "submissionId" | "country">,
  figures: MonthFigures,
): WorthEntry[] {
  const entries: WorthEntry[] = [];
  const { month, day } = figures;
  for (const own of monthly) {
    const { sum, factIds, isPartial } = getFigure(own, figures);
    if (!isPartial && (sum === null || sum.isZero())) continue;
    const group = own.steps.find(country);
    const ofFigures = own.part.kind === "per_lot" ? "lots" : "revenue";
    const reason = isPartial ? "no_rate" : group ? ofFigures : "no_country";
    const entry = toEntry(own, { submissionId, month, day, amount: null, reason, factIds });
    entries.push(entry);
    if (isPartial || !group || sum === null) {
      leaveOpen(own, group, month);
      continue;
    }
    entry.isKnown = true;
    addToGroup(own, group, entry, sum);
  }
  return entries;
}
