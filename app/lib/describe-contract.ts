import Decimal from "decimal.js-light";
import {
  type Contract,
  type ContractPart,
  FROM_THE_BEGINNING,
  type PartKind,
  PERCENT_KINDS,
} from "./contracts.ts";
import { shortDate } from "./format-date.ts";
import { displayMoney } from "./money.ts";
import type { Days } from "./periods.ts";
import { formatNumber } from "./regional-formats.ts";

type Step = ContractPart["steps"][number];
type Terms = Pick<Contract, "currency" | "paidOnDay"> & { parts: readonly ContractPart[] };

/**
 * What a contract pays, in one line: "300.00 USD per client who deposits 100.00 USD or more; plus 20% of
 * revenue".
 */
export function describeContract({ parts, currency, paidOnDay }: Terms): string {
  const paid = parts.filter(({ kind }) => kind !== "unknown").map((part) => describePart(part, currency));
  return [
    paid.length === 0 ? "What it pays is not known" : paid.join("; plus "),
    ...(paidOnDay === null ? [] : [`paid on the ${ordinal(paidOnDay)}`]),
  ].join("; ");
}

/** When a contract counts: "From the beginning to Jun 30, 2026", "Since Jul 1, 2026". */
export function describeContractDays(
  { startsOn, endsOn }: Pick<Contract, "startsOn" | "endsOn">,
  today: string,
): string {
  const isOpen = endsOn === null;
  const start = startsOn === FROM_THE_BEGINNING ? "the beginning" : shortDate(startsOn);
  const word = isOpen && startsOn <= today && startsOn !== FROM_THE_BEGINNING ? "Since" : "From";
  return isOpen ? `${word} ${start}` : `From ${start} to ${shortDate(endsOn)}`;
}

/** "from Jul 1, 2026 to Aug 31, 2026" */
export const describeDays = ({ from, to }: Days): string => `from ${shortDate(from)} to ${shortDate(to)}`;

const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
const ordinal = (day: number): string => `${day}${ENDINGS[ORDINALS.select(day)] ?? "th"}`;

const toNumber = (figure: string) => formatNumber(new Decimal(figure).toNumber());
const count = (figure: string, noun: string) =>
  `${toNumber(figure)} ${noun}${Number(figure) === 1 ? "" : "s"}`;

function describePart(part: ContractPart, currency: string): string {
  const { kind, steps, carriesLosses, clawBackDays } = part;
  const value = (step: Step) =>
    PERCENT_KINDS.includes(kind) ? `${toNumber(step.value)}%` : displayMoney(step.value, currency);
  const paid = steps.map((step) => {
    const when = [describeRange(step, kind, currency), step.countries && `in ${step.countries.join(", ")}`];
    const said = when.filter(Boolean).join(", ");
    return said ? `${value(step)} (${said})` : value(step);
  });
  return [
    `${paid.join(", ")} ${describeReason(part, currency)}`,
    ...(carriesLosses ? ["losses carried over"] : []),
    ...(clawBackDays === null
      ? []
      : [`taken back on a charge-back within ${count(String(clawBackDays), "day")}`]),
  ].join(", ");
}

/** What a step is paid for. */
function describeReason({ kind, qualification }: ContractPart, currency: string): string {
  if (kind === "percent_of_deposits") return "of deposits";
  if (kind === "per_deposit") return "per deposit";
  if (kind === "share_of_revenue") return "of revenue";
  if (kind === "per_lot") return "per lot";
  if (kind === "flat") return "a month";
  return `per client who ${describeQualification(qualification, currency)}`;
}

function describeQualification(qualification: ContractPart["qualification"], currency: string): string {
  const { depositMin, within, days, lotsMin, tradesMin } = qualification ?? {};
  const deposits = depositMin ? `deposits ${displayMoney(depositMin, currency)} or more` : null;
  const told = [
    deposits && within === "24h" ? `${deposits} within 24 hours` : deposits,
    lotsMin ? `trades ${count(lotsMin, "lot")}` : null,
    tradesMin ? `makes ${count(String(tradesMin), "trade")}` : null,
  ].filter((one) => one !== null);
  if (told.length === 0) return "makes a first deposit";
  const isOfDays = days !== null && days !== undefined && (within === "days" || told.length > 1);
  return `${LIST.format(told)}${isOfDays ? ` within ${count(String(days), "day")}` : ""}`;
}

const LIST = new Intl.ListFormat("en-GB");

/** What the ranges of a kind are measured by. */
const RANGES: Record<PartKind, { before: string; after: string }> = {
  percent_of_deposits: { before: "", after: " a month" },
  per_deposit: { before: "", after: " a month" },
  cpa: { before: "first deposit ", after: "" },
  share_of_revenue: { before: "", after: " a month" },
  per_lot: { before: "", after: " lots a month" },
  flat: { before: "", after: " new clients" },
  unknown: { before: "", after: "" },
};

/** Null where a step is for all. */
function describeRange({ from, to }: Step, kind: PartKind, currency: string): string | null {
  const show = (figure: string) =>
    kind === "per_lot" || kind === "flat" ? toNumber(figure) : displayMoney(figure, currency);
  const isFromNothing = new Decimal(from).isZero();
  if (isFromNothing && to === null) return null;
  const { before, after } = RANGES[kind];
  const upTo = to !== null && (isFromNothing ? `up to ${show(to)}` : `${show(from)} to ${show(to)}`);
  return `${before}${upTo || `from ${show(from)}`}${after}`;
}
