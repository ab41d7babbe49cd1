import type Decimal from "decimal.js-light";
import type { Qualification } from "#app/lib/contracts.ts";
import { DAY } from "#app/lib/dates.ts";
import { plusDays } from "#app/lib/periods.ts";
import type { Lack } from "#app/lib/worth.ts";
import type { ReadDay } from "./moments.ts";
import { type EntryReason, Sum, type WorthFact, ZERO } from "./worth.ts";

/** A fact as a contract sees it. */
export type ContractFact = {
  fact: WorthFact;
  /** In the contract's zone. */
  day: string;
  /** In the contract's currency; null where it is not known. */
  amount: Decimal | null;
};

type Judged = {
  qualification: Qualification | null;
  /** In the order of their time. */
  facts: readonly ContractFact[];
  readDay: ReadDay;
  chargedBackOn: readonly string[];
};

type Judgement = {
  /** Null while it is not met. */
  qualifiedOn: string | null;
  /** Whether it is by the broker's word. */
  isReported: boolean;
  /** Whether a charge-back came before it was met. */
  isLost: boolean;
  lacks: Lack[];
  /** The amount that chooses the step. */
  basis: Decimal;
  /** Whether `basis` is all of it. */
  isWhole: boolean;
  /** Why the amount of a deposit that it needs is not known; null where all are. */
  unread: Extract<EntryReason, "no_rate" | "no_amount"> | null;
  factIds: string[];
};

type Condition = {
  what: Lack["what"];
  /** Null where any deposit will do. */
  min: string | number | null;
  facts: readonly ContractFact[];
  read: (one: ContractFact) => Decimal | string | number | null;
  until: string | null;
};

/** When a client met the conditions of a `cpa`, or what it lacks. */
export function judgeQualification({ qualification, facts, readDay, chargedBackOn }: Judged): Judgement {
  const deposits = facts.filter(({ fact }) => fact.kind === "deposit");
  const [first] = deposits;
  const span = qualification?.days ?? null;
  const lastDay = first && span !== null ? plusDays(first.day, span) : null;
  const inTime = facts.filter(
    ({ day }) => (!first || day >= first.day) && (lastDay === null || day <= lastDay),
  );
  const isOf24h = qualification?.within === "24h";
  const early = first ? deposits.filter((one) => isWithin24h(first, one)) : [];

  const results = listConditions().map((condition) => ({ ...condition, ...reach(condition) }));
  const days = [first?.day ?? null, ...results.map(({ day }) => day)];
  const metOn = days.includes(null) ? null : (days.toSorted().at(-1) ?? null);
  const isLost = metOn !== null && chargedBackOn.some((day) => day < metOn);
  const ownDay = isLost ? null : metOn;
  const reported = facts.find(({ fact }) => fact.kind === "qualification");
  // A broker may say it later than it was.
  const isReported = reported !== undefined && (ownDay === null || reported.day < ownDay);
  const qualifiedOn = isReported ? reported.day : ownDay;

  const chosenBy = isOf24h ? early : deposits.slice(0, 1);
  const open = qualifiedOn === null && !isLost ? results.filter(({ day }) => day === null) : [];
  const unread = (isOf24h ? early : inTime).find(
    ({ fact, amount }) => fact.kind === "deposit" && amount === null,
  );
  return {
    qualifiedOn,
    isReported,
    isLost,
    lacks: open.map(({ what, min, sum, until }) => ({
      what,
      amount: min === null ? null : new Sum(min).minus(sum).toFixed(),
      until,
    })),
    basis: chosenBy.reduce((sum, { amount }) => (amount ? sum.plus(amount) : sum), ZERO as Decimal),
    isWhole: first !== undefined && chosenBy.every(({ amount }) => amount !== null),
    unread: unread ? (unread.fact.amount === null ? "no_amount" : "no_rate") : null,
    factIds: [
      ...new Set([
        ...[...chosenBy, ...(isReported ? [reported] : [])].map(({ fact }) => fact.id),
        ...results.flatMap(({ factIds }) => factIds),
      ]),
    ],
  };

  function listConditions(): Condition[] {
    const { depositMin = null, lotsMin = null, tradesMin = null } = qualification ?? {};
    const deposit: Condition = {
      what: "deposit",
      min: depositMin,
      facts: isOf24h ? early : inTime,
      read: ({ fact, amount }) => (fact.kind === "deposit" ? amount : null),
      until: isOf24h && first ? endOf24h(first, readDay) : lastDay,
    };
    return [
      ...(first && depositMin === null ? [] : [deposit]),
      ...(lotsMin === null
        ? []
        : [{ what: "lots" as const, min: lotsMin, facts: inTime, read: readLots, until: lastDay }]),
      ...(tradesMin === null
        ? []
        : [{ what: "trades" as const, min: tradesMin, facts: inTime, read: readTrades, until: lastDay }]),
    ];
  }
}

const readLots = ({ fact }: ContractFact) => fact.lots;
const readTrades = ({ fact }: ContractFact) => fact.trades;

/** The day on which the sum is reached, and what it was reached by; null with all there is if it is not. */
function reach({ min, facts, read }: Condition): { day: string | null; sum: Decimal; factIds: string[] } {
  let sum: Decimal = ZERO;
  const factIds: string[] = [];
  if (min === null) return { day: null, sum, factIds };
  for (const one of facts) {
    const value = read(one);
    if (value === null) continue;
    sum = sum.plus(value);
    factIds.push(one.fact.id);
    if (sum.gte(min)) return { day: one.day, sum, factIds };
  }
  return { day: null, sum, factIds };
}

const isInstant = ({ fact }: ContractFact) => +fact.at.from === +fact.at.to;

/** A deposit without a time counts where it is certain: on the same day, or where all of its day is in time. */
const isWithin24h = (first: ContractFact, other: ContractFact): boolean =>
  +other.fact.at.to - +first.fact.at.from <= DAY ||
  (other.day === first.day && !(isInstant(first) && isInstant(other)));

const endOf24h = (first: ContractFact, readDay: ReadDay): string =>
  isInstant(first) ? readDay(+first.fact.at.from + DAY) : plusDays(first.day, 1);
