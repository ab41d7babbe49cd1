import {
  type Contract,
  type ContractPart,
  type ContractStep,
  FROM_THE_BEGINNING,
  type PartKind,
} from "#app/lib/contracts.ts";
import { firstDay, lastDay, plusMonths } from "./calendar.ts";
import type { Dice } from "./dice.ts";
import { CURRENCIES, type Currency, exactAmount, roundAmount } from "./market.ts";
import type { Qualification } from "./types.ts";

/** The kinds that contracts combine. Owners take them in turn, so that a hundred have each. */
const RECIPES: readonly (readonly PartKind[])[] = [
  ["percent_of_deposits"],
  ["per_deposit"],
  ["per_deposit", "percent_of_deposits"],
  ["cpa"],
  ["share_of_revenue"],
  ["per_lot"],
  ["flat"],
  ["cpa", "share_of_revenue"],
  ["cpa", "per_lot"],
  ["per_lot", "flat"],
  ["cpa", "share_of_revenue", "flat"],
  ["percent_of_deposits", "share_of_revenue"],
  ["unknown"],
];

const NOTHING: Qualification = {
  depositMin: null,
  within: "days",
  days: null,
  lotsMin: null,
  tradesMin: null,
};
/** The deposits are in euros. */
const QUALIFICATIONS: readonly (Partial<Qualification> | null)[] = [
  null,
  { within: "24h", depositMin: "200" },
  { within: "24h", depositMin: "100", days: 30, lotsMin: "1" },
  { depositMin: "300", days: 20 },
  { depositMin: "300" },
  { lotsMin: "2" },
  { tradesMin: 5, days: 10 },
  { depositMin: "200", days: 60, lotsMin: "2.5", tradesMin: 3 },
];

/** Null stands for all other countries. A country that none names earns nothing. */
const COUNTRY_GROUPS: readonly (readonly (readonly string[] | null)[])[] = [
  [null],
  [null],
  [["DE", "AT", "CH"], null],
  [["DE", "AT", "CH"], ["GB", "IE"], null],
  [
    ["DE", "AT", "CH"],
    ["GB", "IE", "ES", "FR"],
  ],
];

type Terms = { borders: string[]; values: string[]; groups: readonly (readonly string[] | null)[] };

/** Steps touch, or leave out what lies between the last cent of one and the next. */
function createSteps(dice: Dice, { borders, values, groups }: Terms): ContractStep[] {
  const doTouch = dice.happens(0.7);
  return groups.flatMap((countries, group) =>
    borders.map((from, index) => {
      const next = borders[index + 1];
      return {
        id: "",
        name: "",
        position: 0,
        from,
        to: next === undefined ? null : doTouch ? next : (Number(next) - 0.01).toFixed(2),
        countries,
        value: String(Number((Number(values[index]) * (group === 0 ? 1.5 : 1)).toFixed(2))),
      };
    }),
  );
}

/** The steps of a contract are numbered through all its parts. */
function numberSteps(parts: readonly ContractPart[], contractId: string): ContractPart[] {
  let position = 0;
  const number = (step: ContractStep): ContractStep => {
    const own = position++;
    return { ...step, id: `${contractId}-step-${own}`, name: `Step ${own + 1}`, position: own };
  };
  return parts.map((part) => ({ ...part, steps: part.steps.map(number) }));
}

type Making = { dice: Dice; currency: Currency; form: number };

function createPart(kind: PartKind, { dice, currency, form }: Making): ContractPart {
  const amounts = (...euros: number[]) => euros.map((one) => roundAmount(one, currency));
  const cents = (...list: number[]) => list.map((one) => exactAmount(one, currency));
  const groups = dice.pick(COUNTRY_GROUPS);
  const clawBackDays = dice.pick([null, 14, 30, 60]);
  const plain = { kind, qualification: null, carriesLosses: false, clawBackDays: null };
  switch (kind) {
    case "percent_of_deposits":
    case "per_deposit":
      return { ...plain, clawBackDays, steps: createSteps(dice, getDepositTerms(kind, amounts)) };
    case "cpa": {
      const asked = QUALIFICATIONS[form % QUALIFICATIONS.length];
      const depositMin = asked?.depositMin ? roundAmount(Number(asked.depositMin), currency) : null;
      const borders = dice.pick([amounts(0, 250, 1000), amounts(100, 500), amounts(0)]);
      const values = amounts(120, 250, 600).slice(0, borders.length);
      const qualification = asked ? { ...NOTHING, ...asked, depositMin } : null;
      return { ...plain, clawBackDays, qualification, steps: createSteps(dice, { borders, values, groups }) };
    }
    case "share_of_revenue": {
      const borders = dice.pick([amounts(0, 100, 300), amounts(0), amounts(50, 200)]);
      const values = ["15", "22.5", "30"].slice(0, borders.length);
      return {
        ...plain,
        carriesLosses: dice.happens(0.5),
        steps: createSteps(dice, { borders, values, groups }),
      };
    }
    case "per_lot":
      return {
        ...plain,
        steps: createSteps(dice, { borders: ["0", "15", "40"], values: cents(150, 233, 350), groups }),
      };
    case "flat": {
      const borders = dice.pick([["0"], ["3"], ["0", "2", "4"]]);
      return {
        ...plain,
        steps: createSteps(dice, { borders, values: amounts(100, 220, 400), groups: [null] }),
      };
    }
    case "unknown":
      return { ...plain, steps: [] };
  }
}

/** Alone, a kind has all steps. The other kind of the same list is added by `createParts`. */
function getDepositTerms(
  kind: "percent_of_deposits" | "per_deposit",
  amounts: (...euros: number[]) => string[],
): Terms {
  const values = kind === "per_deposit" ? amounts(10, 18, 30) : ["5", "8.25", "12"];
  return { borders: amounts(0, 500, 1500), values, groups: [null] };
}

/** In a list of both kinds the lowest step is per deposit and the others are percentages. */
function createParts(recipe: readonly PartKind[], making: Making): ContractPart[] {
  const parts = recipe.map((kind) => createPart(kind, making));
  if (!recipe.includes("per_deposit") || !recipe.includes("percent_of_deposits")) return parts;
  const isOf = (kind: PartKind, index: number) => (kind === "per_deposit" ? index === 0 : index > 0);
  return parts.map((part) => ({ ...part, steps: part.steps.filter((_, index) => isOf(part.kind, index)) }));
}

/** The contracts of an owner follow each other; now and then months lie between them, before or after them. */
export function createContracts(
  dice: Dice,
  { index, months, timeZone }: { index: number; months: readonly string[]; timeZone: string },
): Contract[] {
  const begins = [dice.pick([0, 0, 3, 5]), ...dice.pick([[], [9], [12], [8, 15]])];
  let currency = dice.pick(CURRENCIES);
  let recipe = RECIPES[index % RECIPES.length] as readonly PartKind[];
  return begins.map((begin, number) => {
    const id = `owner-${index}-contract-${number}`;
    if (number > 0 && dice.happens(0.5)) recipe = dice.pick(RECIPES);
    if (number > 0 && dice.happens(0.3)) currency = dice.pick(CURRENCIES);
    const form = Math.floor(index / RECIPES.length) + index + number;
    const next = begins[number + 1];
    const startsOn = firstDay(months[begin] as string);
    const isOpen = next === undefined && dice.happens(0.8);
    const end = next === undefined ? 21 : next - (dice.happens(0.15) ? 2 : 1);
    return {
      id,
      startsOn: begin === 0 && dice.happens(0.7) ? FROM_THE_BEGINNING : startsOn,
      endsOn: isOpen ? null : lastDay(months[end] as string),
      timeZone,
      currency,
      parts: numberSteps(createParts(recipe, { dice, currency, form }), id),
      paidOnDay: dice.pick([null, 10, 20]),
    };
  });
}

/** Months in a row, among them a February of 29 days and, where there is one, a border with daylight saving. */
export const createMonths = (dice: Dice, timeZone: string): string[] => {
  // In New York clocks went back on 1 November 2020, in Berlin forth on 31 March of 2019 and 2024.
  const first =
    timeZone === "America/New_York" ? dice.whole(0, 14) : dice.pick([dice.whole(0, 14), dice.whole(43, 61)]);
  return Array.from({ length: 24 }, (_, index) => plusMonths("2018-12", first + index));
};
