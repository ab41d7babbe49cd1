import { dayIn, middleOf } from "#app/lib/dates.ts";
import { plusDays } from "#app/lib/periods.ts";
import { listClaimed } from "./claimed-commissions.ts";
import type { ContractParts } from "./contract-parts.ts";
import { collectFigures, listFigureEntries, type MonthFigures } from "./figures.ts";
import { describeLife } from "./life.ts";
import { type Calendar, type ContractDay, readFactDay } from "./moments.ts";
import type { ContractFact } from "./qualification.ts";
import { type Payable, payQualification } from "./qualification-pay.ts";
import { type ConvertOn, toCurrency, type WorthClient, type WorthEntry, type WorthFact } from "./worth.ts";

export type Terms = {
  calendar: Calendar;
  /** In the order of the contracts. */
  parts: readonly ContractParts[];
  convert: ConvertOn;
  now: Date;
};

/**
 * What the contracts make of a client's facts. Amounts of `share_of_revenue` and `per_lot` are not yet in
 * its rows.
 */
export type AssessedClient = {
  client: WorthClient;
  life: ReturnType<typeof describeLife>;
  firstDeposit: WorthFact | null;
  /** The day of the first deposit, or while nobody knows it, of the first claim. */
  startsOn: string;
  /** The contract of that day; null in a gap. */
  start: ContractDay | null;
  entries: WorthEntry[];
  payables: Payable[];
  isClawedBack: boolean;
};

/** Visitors claim a deposit once they have made it, some a few days before. */
const CLAIMED_BEFORE_DAYS = 3;

export function assessClient(
  client: WorthClient,
  terms: Terms,
): AssessedClient & { figures: MonthFigures[] } {
  const { calendar, parts, convert, now } = terms;
  const facts = client.facts.toSorted(compareFacts);
  const firstDeposit = findFirstDeposit(client, facts);
  const start = firstDeposit ? calendar.findAt(firstDeposit.at) : calendar.findOn(client.confirmedOn);
  const claimed = listClaimed(client, terms);
  const figures = collectFigures(facts, terms);
  const life = describeLife(facts);
  const payables = start ? listPayables(start) : [];
  return {
    client,
    life,
    firstDeposit,
    startsOn: start?.day ?? (firstDeposit ? dayIn("UTC", middleOf(firstDeposit.at)) : client.confirmedOn),
    start,
    entries: [
      ...claimed.entries,
      ...payables.flatMap(({ entries }) => entries),
      ...figures.flatMap((one) => {
        const own = parts[one.index];
        return own ? listFigureEntries(own, client, one) : [];
      }),
    ],
    figures,
    payables,
    isClawedBack: claimed.isClawedBack || payables.some((one) => one.isClawedBack),
  };

  function listPayables({ index, contract }: ContractDay): Payable[] {
    const [own, readDay] = [parts[index], calendar.readDays[index]];
    if (!own?.cpa.length || !readDay) return [];
    // Where the first deposit is unknown, the later ones do not stand in for it.
    const contractFacts = facts
      .filter(({ kind }) => firstDeposit !== null || kind !== "deposit")
      .map((fact): ContractFact => {
        const day = readFactDay(fact.at, readDay);
        const { amount, currency, kind } = fact;
        const isDeposit = kind === "deposit";
        const money = isDeposit
          ? toCurrency(amount, { currency, to: contract.currency, day, convert })
          : null;
        return { fact, day, amount: money };
      })
      .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
    const chargedBackOn = contractFacts.flatMap(({ fact, day }) => (fact.kind === "reversal" ? [day] : []));
    if (client.chargedBackAt) chargedBackOn.push(dayIn(contract.timeZone, client.chargedBackAt));
    const reported = contractFacts.find(({ fact }) => fact.kind === "qualification");
    return own.cpa.map((part) =>
      payQualification(part, {
        client,
        facts: contractFacts,
        readDay,
        chargedBackOn: chargedBackOn.sort(),
        today: dayIn(contract.timeZone, now),
        hasLeft: life.leftAt !== null,
        isCertain: firstDeposit !== null || !reported || calendar.findAt(reported.fact.at)?.index === index,
      }),
    );
  }
}

/** Null where no deposit is known as early as the first claim says that there was one. */
function findFirstDeposit({ confirmedOn }: WorthClient, facts: readonly WorthFact[]): WorthFact | null {
  const first = facts.find(({ kind }) => kind === "deposit");
  const isKnown = first && dayIn("UTC", first.at.from) <= plusDays(confirmedOn, CLAIMED_BEFORE_DAYS);
  return isKnown ? first : null;
}

/** Two facts of one moment always come in one order. */
const compareFacts = (one: WorthFact, other: WorthFact): number =>
  +one.at.from - +other.at.from ||
  Number(one.amount ?? 0) - Number(other.amount ?? 0) ||
  (one.id < other.id ? -1 : 1);
