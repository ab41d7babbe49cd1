import Decimal from "decimal.js-light";
import { z } from "zod";
import {
  FROM_THE_BEGINNING,
  PART_KINDS,
  type PartKind,
  PERCENT_KINDS,
  TIER_KINDS,
} from "#app/lib/contracts.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { lastDayOfMonth } from "#app/lib/periods.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { ID_MAX, TIER_NAME_MAX, TIERS_MAX } from "#app/schemas/shared/limits.ts";
import { amountWith, Currency } from "#app/schemas/shared/money.ts";
import { isPlainText } from "#app/schemas/shared/text.ts";
import { BrokerParams } from "./broker-links.ts";
import { TimeZone } from "./profile.ts";
import { CountryList } from "./shared/countries.ts";
import { Day } from "./shared/day.ts";
import { Id } from "./shared/params.ts";
import { hasAnyField } from "./shared/partial.ts";
import { findFaults, MaxAmount, MinAmount, type RangeUnit } from "./tiers.ts";

const sentences = messages.contracts;
const DAYS_MAX = 3_650;
const PARTS_MAX = PART_KINDS.length;

const FirstOfMonth = z.iso
  .date(sentences.startShape)
  .refine(
    (day) => day === FROM_THE_BEGINNING || (Day.safeParse(day).success && day.endsWith("-01")),
    sentences.startShape,
  );
const LastOfMonth = Day.refine((day) => day === lastDayOfMonth(day.slice(0, 7)), sentences.endShape);

const Days = z
  .number(sentences.daysShape)
  .int(sentences.daysShape)
  .min(0, sentences.daysShape)
  .max(DAYS_MAX, sentences.daysShape)
  .nullable()
  .default(null);

const Lots = amountWith(sentences.lotsShape).refine(
  (lots) => new Decimal(lots).toDecimalPlaces(2).equals(lots),
  sentences.lotsShape,
);

const Qualification = z.object({
  depositMin: amountWith(messages.fields.amountShape).nullable().default(null),
  within: z.enum(["24h", "days"]).default("days"),
  days: Days,
  lotsMin: Lots.nullable().default(null),
  tradesMin: z
    .number(sentences.tradesShape)
    .int(sentences.tradesShape)
    .min(1, sentences.tradesShape)
    .max(1_000_000, sentences.tradesShape)
    .nullable()
    .default(null),
});

const Step = z.object({
  id: z.string().max(ID_MAX).optional(),
  name: z
    .string()
    .trim()
    .max(TIER_NAME_MAX, messages.tiers.nameLong)
    .refine(isPlainText, messages.fields.nameCharacters)
    .optional(),
  from: MinAmount.default("0"),
  to: MaxAmount,
  countries: CountryList.nullable().default(null),
  value: amountWith(messages.tiers.valueShape),
});

const Part = z.object({
  kind: z.enum(PART_KINDS, sentences.kindShape),
  steps: z.array(Step).max(TIERS_MAX, sentences.stepsMany).default([]),
  qualification: Qualification.nullable().default(null),
  carriesLosses: z.boolean().default(false),
  clawBackDays: Days,
});
export type PartInput = z.output<typeof Part>;

/** A part that was sent, or that is stored. */
type CheckedPart = Pick<PartInput, "kind" | "carriesLosses"> & {
  qualification: object | null;
  steps: readonly CheckedStep[];
};
type CheckedStep = Omit<PartInput["steps"][number], "countries"> & { countries: readonly string[] | null };

/** What the steps of a kind are measured in, where it is not money. */
export const RANGE_UNITS: Partial<Record<PartKind, RangeUnit>> = { per_lot: "lots", flat: "clients" };
export const isTierKind = (kind: PartKind) => TIER_KINDS.some((one) => one === kind);

const FIELDS = { minAmount: "from", maxAmount: "to", value: "value" } as const;

type Placed = { path: [part: number, "steps", step: number]; kind: PartKind; step: CheckedStep };

/** Each part on its own, but what depends on deposits is one list: only one of its steps applies. */
const listRanges = (parts: readonly CheckedPart[]): Placed[][] => [
  ...groupBy(
    parts.flatMap(({ kind, steps }, part) =>
      steps.map((step, index): Placed => ({ path: [part, "steps", index], kind, step })),
    ),
    ({ kind, path: [part] }) => (isTierKind(kind) ? "tiers" : part),
  ).values(),
];

/** What is wrong with the steps that are for the same countries, by the rules of tiers. */
function findStepFaults(ranges: readonly Placed[], currency: string) {
  const groups = groupBy(ranges, ({ step }) => JSON.stringify(step.countries?.toSorted() ?? null));
  return [...groups.values()].flatMap((placed) => {
    const sorted = placed.toSorted((a, b) => new Decimal(a.step.from).comparedTo(b.step.from));
    const rows = sorted.map(({ kind, step: { name, from, to, value } }, index) => ({
      name: name || `Step ${index + 1}`,
      minAmount: from,
      maxAmount: to,
      type: PERCENT_KINDS.includes(kind) ? ("percentage" as const) : ("fixed" as const),
      value,
      currency,
      row: index,
    }));
    return findFaults(rows, RANGE_UNITS[sorted[0]?.kind ?? "cpa"]).flatMap(
      ({ path: [row, field], message }) => {
        const at = sorted[row];
        const name =
          field === "minAmount" || field === "maxAmount" || field === "value" ? FIELDS[field] : null;
        return at && name ? [{ path: [...at.path, name], message }] : [];
      },
    );
  });
}

/** A country that two different groups of one payment name. */
function findCountryFaults(ranges: readonly Placed[]) {
  const groupOf = new Map<string, string>();
  return ranges.flatMap(({ path, step: { countries } }) => {
    const group = JSON.stringify(countries?.toSorted());
    const other = countries?.find((country) => (groupOf.get(country) ?? group) !== group);
    for (const country of countries ?? []) groupOf.set(country, group);
    return other === undefined
      ? []
      : [{ path: [...path, "countries"], message: sentences.countryTwice(other) }];
  });
}

function findPartFaults(parts: readonly CheckedPart[]) {
  const kinds = parts.map(({ kind }) => kind);
  return parts.flatMap(({ kind, steps, qualification, carriesLosses }, part) => {
    const add = (field: string, message: string) => ({ path: [part, field], message });
    if (kind === "unknown") return parts.length > 1 ? [add("kind", sentences.unknownAlone)] : [];
    return [
      ...(kinds.indexOf(kind) < part ? [add("kind", sentences.partsMany)] : []),
      ...(steps.length === 0 ? [add("steps", sentences.stepsMissing)] : []),
      ...(qualification && kind !== "cpa" ? [add("qualification", sentences.qualificationOnly)] : []),
      ...(carriesLosses && kind !== "share_of_revenue" ? [add("carriesLosses", sentences.lossesOnly)] : []),
    ];
  });
}

const Parts = z.array(Part).min(1, sentences.partsMissing).max(PARTS_MAX, sentences.partsMany);

/** What is wrong with the parts of a contract, by the place of each in what was sent. */
export function findContractFaults(parts: readonly CheckedPart[], currency: string) {
  const ranges = listRanges(parts);
  return [
    ...findPartFaults(parts),
    ...ranges.flatMap((range) => [...findStepFaults(range, currency), ...findCountryFaults(range)]),
  ].map(({ path, message }) => ({ path: ["parts", ...path], message }));
}

const PaidOnDay = z
  .number(sentences.dayOfMonth)
  .int(sentences.dayOfMonth)
  .min(1, sentences.dayOfMonth)
  .max(31, sentences.dayOfMonth)
  .nullable();

const fields = {
  startsOn: FirstOfMonth.describe(
    "The first of a month. 1970-01-01 is a contract that holds from the beginning",
  ),
  endsOn: LastOfMonth.nullable().describe("The last day of a month. Null: until the next contract begins"),
  timeZone: TimeZone.describe("The IANA time zone of the broker's months and days"),
  currency: Currency,
  parts: Parts.describe(
    "What the broker pays for. Two or more make a hybrid; `unknown` stands alone. Steps for other countries than those that others name have `countries` null",
  ),
  paidOnDay: PaidOnDay.describe("The day of the next month on which the broker pays"),
};

type Typed = {
  startsOn?: string | undefined;
  endsOn?: string | null | undefined;
  currency?: string | undefined;
  parts?: PartInput[] | undefined;
};

function checkContract({ startsOn, endsOn, currency, parts }: Typed, context: z.RefinementCtx) {
  if (startsOn && endsOn && endsOn < startsOn)
    context.addIssue({ code: "custom", path: ["endsOn"], message: sentences.endBeforeStart });
  if (parts && currency)
    for (const { path, message } of findContractFaults(parts, currency))
      context.addIssue({ code: "custom", path, message });
}

export const ContractInput = z
  .object({
    ...fields,
    endsOn: fields.endsOn.default(null),
    timeZone: fields.timeZone.optional(),
    currency: fields.currency.optional(),
    paidOnDay: fields.paidOnDay.default(null),
  })
  .superRefine(checkContract);
export type ContractInput = z.output<typeof ContractInput>;

export const ContractChange = z
  .object(fields)
  .partial()
  .superRefine(checkContract)
  .refine(hasAnyField, messages.profile.nothingToChange);
export type ContractChange = z.output<typeof ContractChange>;

export const ContractParams = BrokerParams.extend({ id: Id.describe("The contract's id") });

const StepResponse = z.object({
  id: z.string(),
  name: z.string(),
  position: z.number().int(),
  from: z.string(),
  to: z.string().nullable(),
  countries: z.array(z.string()).nullable(),
  value: z.string().describe("A percentage, or an amount in the contract's currency"),
});

const PartResponse = z.object({
  kind: z.enum(PART_KINDS),
  steps: z.array(StepResponse),
  qualification: z
    .object({
      depositMin: z.string().nullable(),
      within: z.enum(["24h", "days"]),
      days: z.number().int().nullable(),
      lotsMin: z.string().nullable(),
      tradesMin: z.number().int().nullable(),
    })
    .nullable(),
  carriesLosses: z.boolean(),
  clawBackDays: z.number().int().nullable(),
});

export const ContractResponse = z.object({
  id: z.string(),
  startsOn: z.string().describe("1970-01-01: from the beginning"),
  endsOn: z
    .string()
    .nullable()
    .describe("What was typed, or the day before the next contract; null for an open end"),
  timeZone: z.string(),
  currency: z.string(),
  parts: z.array(PartResponse),
  paidOnDay: z.number().int().nullable(),
});
export type ContractResponse = z.infer<typeof ContractResponse>;

/** A month under a contract that is not saved. */
export const ContractMonthResponse = z.object({
  month: z.string(),
  expected: z.string().describe("What is known of the month adds up to this"),
  currency: z.string(),
  clients: z.number().int().describe("Clients with a part in it"),
  lacking: z.number().int().describe("Clients of whom the month has no figures that the contract needs"),
  withoutRate: z.number().int().describe("Rows in a currency without an exchange rate: they are in no sum"),
});
export type ContractMonthResponse = z.infer<typeof ContractMonthResponse>;

const Preview = z.object({ preview: z.array(ContractMonthResponse) });

export const OneContractResponse = z.object({ contract: ContractResponse });
/** Two shapes: with `preview=true` nothing is saved. */
export const ContractOrPreview = z.union([OneContractResponse, Preview]);
export const ContractQuery = z.object({
  preview: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true")
    .describe("Shows the last three months under the contract and saves nothing"),
});
export const ContractsResponse = z.object({ contracts: z.array(ContractResponse) });
