import { z } from "zod";
import { writeInRegion } from "#app/lib/amount-in-region.ts";
import { FROM_THE_BEGINNING, PAID_KINDS, type PaidKind, PERCENT_KINDS } from "#app/lib/contracts.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { lastDayOfMonth } from "#app/lib/periods.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { ContractInput, type ContractResponse, RANGE_UNITS } from "./contracts.ts";
import { TypedCountries } from "./shared/countries.ts";
import { readRowAmount } from "./shared/money.ts";
import { withoutSign } from "./tier-form.ts";

/** With all their fields they are within those that a form may have. */
export const FORM_STEPS_MAX = 30;

const Text = z.string().default("");

/** A step of any payment. Each kind of payment is once in a contract: its steps are those that name it. */
const StepRow = z.object({
  id: Text,
  kind: z.enum(PAID_KINDS, messages.contracts.kindShape),
  name: Text,
  from: Text,
  to: Text,
  countries: Text,
  value: Text,
});
export type StepRow = z.output<typeof StepRow>;

const fields = {
  /** The version of the saved contract that the form was opened with. */
  seen: Text,
  /** The button that tries it on the last months. */
  dryRun: z.literal("yes").optional(),
  /** Months, as 2026-12. */
  startsOn: Text,
  fromBeginning: z.literal("on").optional(),
  endsOn: Text,
  timeZone: Text,
  currency: Text,
  paidOnDay: Text,
  /** The choice of a contract without payments. */
  isUnknown: z.literal("on").optional(),
  cpa: z.object({
    depositMin: Text,
    within: z.enum(["24h", "days"]).catch("days"),
    days: Text,
    lotsMin: Text,
    tradesMin: Text,
  }),
  carriesLosses: z.literal("on").optional(),
  clawBackDays: z.object({
    percent_of_deposits: Text,
    per_deposit: Text,
    cpa: Text,
    share_of_revenue: Text,
    per_lot: Text,
    flat: Text,
  }),
  steps: z.array(StepRow).default([]),
};
const Fields = z.object(fields);
type Fields = z.output<typeof Fields>;

type Path = (string | number)[];
type Place = { row: StepRow; index: number };

/** Lots and clients have two digits at most, as dollars do. */
const PLAIN_FIGURE = "USD";

/** The row that a button adds: it starts where the last one of its kind ends. */
export const nextStepRow = (kind: string, last: Partial<StepRow> | undefined) => ({
  kind,
  from: last ? (last.to ?? "") : "0",
});

/** Text that is no whole number stays text, which the schema refuses with its sentence. */
const readWhole = (typed: string): number | string | null => {
  const digits = typed.trim();
  if (digits === "") return null;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : typed;
};

const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/;
const readMonth = (typed: string, toDay: (month: string) => string): string => {
  const month = typed.trim();
  return MONTH.test(month) ? toDay(month) : month;
};

/** What a step says, as a call would; what cannot be read stays as typed. */
export function readStepRow(
  { id, kind, name, from, to, countries, value }: StepRow,
  currency: string,
  addFault: (field: keyof StepRow, message: string) => void = () => undefined,
) {
  const read = (field: "from" | "to" | "value", typed: string, of: string) => {
    const { amount, doubt } = readRowAmount(typed, of);
    if (doubt !== null) addFault(field, doubt);
    return amount;
  };
  const codes = TypedCountries.safeParse(countries);
  if (!codes.success) addFault("countries", messages.fields.countryShape);
  const measure = kind in RANGE_UNITS ? PLAIN_FIGURE : currency;
  return {
    id: id || undefined,
    name: name || undefined,
    from: read("from", from.trim() || "0", measure),
    to: read("to", to.trim(), measure),
    countries: codes.success && codes.data.length > 0 ? codes.data : null,
    value: PERCENT_KINDS.includes(kind) ? withoutSign(value) : read("value", value, currency),
  };
}

function readQualification(
  typed: Fields["cpa"],
  currency: string,
  addFault: (field: string, message: string) => void,
) {
  const read = (field: "depositMin" | "lotsMin", of: string) => {
    if (typed[field].trim() === "") return null;
    const { amount, doubt } = readRowAmount(typed[field], of);
    if (doubt !== null) addFault(field, doubt);
    return amount;
  };
  const said = {
    depositMin: read("depositMin", currency),
    days: readWhole(typed.days),
    lotsMin: read("lotsMin", PLAIN_FIGURE),
    tradesMin: readWhole(typed.tradesMin),
  };
  return Object.values(said).every((one) => one === null) ? null : { ...said, within: typed.within };
}

/** In the order of the page, which is that of its error summary. */
const ORDER: Path = [...Object.keys(fields)];
const compare = (a: Path, b: Path) =>
  ORDER.indexOf(a[0] ?? "") - ORDER.indexOf(b[0] ?? "") || Number(a[1]) - Number(b[1]) || 0;

/** The form of a contract. Faults stand at its fields. */
const SaveContract = z.object({ intent: z.literal("save"), ...fields }).transform((typed, context) => {
  const { intent, seen, dryRun, currency, steps, cpa, clawBackDays } = typed;
  const faults = new Map<string, { path: Path; message: string }>();
  const addFault = (path: Path, message: string) => {
    if (!faults.has(path.join())) faults.set(path.join(), { path, message });
  };
  const places = steps.map((row, index): Place => ({ row, index }));
  const parts = [...groupBy(places, ({ row }) => row.kind)];
  const toPart = ([kind, own]: [PaidKind, Place[]]) => ({
    kind,
    steps: own.map(({ row, index }) =>
      readStepRow(row, currency, (field, message) => addFault(["steps", index, field], message)),
    ),
    qualification:
      kind === "cpa"
        ? readQualification(cpa, currency, (field, message) => addFault(["cpa", field], message))
        : null,
    carriesLosses: kind === "share_of_revenue" && typed.carriesLosses === "on",
    clawBackDays: readWhole(clawBackDays[kind]),
  });
  const parsed = ContractInput.safeParse({
    startsOn: typed.fromBeginning ? FROM_THE_BEGINNING : readMonth(typed.startsOn, (month) => `${month}-01`),
    endsOn: typed.endsOn.trim() === "" ? null : readMonth(typed.endsOn, lastDayOfMonth),
    timeZone: typed.timeZone,
    currency,
    parts: parts.length === 0 && typed.isUnknown ? [{ kind: "unknown" }] : parts.map(toPart),
    paidOnDay: readWhole(typed.paidOnDay),
  });
  if (parsed.success && faults.size === 0) return { intent, seen, dryRun, input: parsed.data };
  for (const { path, message } of parsed.error?.issues ?? []) addFault(toField(path, parts), message);
  for (const { path, message } of [...faults.values()].sort((a, b) => compare(a.path, b.path)))
    context.addIssue({ code: "custom", path, message });
  return z.NEVER;
});

/** The field of a path in a contract. */
function toField([field, part, key, at, name]: PropertyKey[], parts: [PaidKind, Place[]][]): Path {
  if (field !== "parts") return [String(field)];
  const [kind, own] = parts[Number(part)] ?? [];
  if (kind === undefined || own === undefined) return ["isUnknown"];
  if (key === "qualification") return ["cpa", String(at)];
  if (key === "clawBackDays") return ["clawBackDays", kind];
  const index = own[Number(at)]?.index;
  return index === undefined ? ["steps"] : ["steps", index, String(name)];
}

export const NewContractForm = SaveContract;
export const ContractForm = z.discriminatedUnion("intent", [
  SaveContract,
  z.object({ intent: z.literal("delete") }),
]);
export type ContractFields = Partial<z.input<typeof Fields>>;

/** Another window has saved the contract since the form was opened: its version, and what it is. */
export type ContractConflict = { seen: string; saved: ContractResponse };

/** Names that steps have by their place. */
const PLACE_NAME = /^(?:Step|Tier) \d{1,2}$/;

/**
 * A saved contract as its form shows it at first.
 * @param endsOn what was typed, and not the day before the next contract
 */
export function writeContract(
  { startsOn, timeZone, currency, parts, paidOnDay }: ContractResponse,
  endsOn: string | null,
): ContractFields {
  const cpa = parts.find(({ kind }) => kind === "cpa")?.qualification;
  const isOfBeginning = startsOn === FROM_THE_BEGINNING;
  return {
    startsOn: isOfBeginning ? "" : startsOn.slice(0, 7),
    fromBeginning: isOfBeginning ? "on" : undefined,
    endsOn: endsOn?.slice(0, 7) ?? "",
    timeZone,
    currency,
    paidOnDay: write(paidOnDay),
    isUnknown: parts.some(({ kind }) => kind === "unknown") ? "on" : undefined,
    cpa: {
      depositMin: writeInRegion(cpa?.depositMin, currency),
      within: cpa?.within ?? "days",
      days: write(cpa?.days),
      lotsMin: writeInRegion(cpa?.lotsMin, PLAIN_FIGURE),
      tradesMin: write(cpa?.tradesMin),
    },
    carriesLosses: parts.some(({ carriesLosses }) => carriesLosses) ? "on" : undefined,
    clawBackDays: Object.fromEntries(parts.map(({ kind, clawBackDays }) => [kind, write(clawBackDays)])),
    steps: parts.flatMap(({ kind, steps }) =>
      kind === "unknown" ? [] : steps.map((step) => writeStep(step, kind, currency)),
    ),
  };
}

const write = (figure: number | null | undefined): string => figure?.toString() ?? "";

function writeStep(
  { id, name, from, to, countries, value }: ContractResponse["parts"][number]["steps"][number],
  kind: PaidKind,
  currency: string,
): StepRow {
  const measure = kind in RANGE_UNITS ? PLAIN_FIGURE : currency;
  const isFromNothing = Number(from) === 0;
  return {
    id,
    kind,
    name: PLACE_NAME.test(name) ? "" : name,
    from: isFromNothing ? "0" : writeInRegion(from, measure),
    to: writeInRegion(to, measure),
    countries: countries?.join(", ") ?? "",
    value: writeInRegion(value, PERCENT_KINDS.includes(kind) ? PLAIN_FIGURE : currency),
  };
}
