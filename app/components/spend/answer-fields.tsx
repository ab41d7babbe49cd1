import { Input } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { AnswerSelect } from "#app/components/imports/answer-select.tsx";
import { DATE_ORDERS, DECIMAL_MARKS, FILE_QUESTIONS } from "#app/components/imports/file-questions.ts";
import { OTHER_PLATFORM, SPEND_PLATFORMS } from "#app/lib/spend-files.ts";
import type { SpendImportResponse } from "#app/schemas/spend.ts";
import styles from "./answer-fields.module.css";
import { nameAdPlatform } from "./spend-names.ts";

type Question = SpendImportResponse["questions"][number];

const sentences: Record<Exclude<Question["id"], "columns">, string> = {
  sheet: "Which sheet lists the spend?",
  adPlatform: "Which ad platform is this file of?",
  currency: FILE_QUESTIONS.currency,
  dateOrder: FILE_QUESTIONS.dateOrder,
  period: "For which days is this file? It is spread evenly over them.",
};

export function askSpend({ id, about }: Question): string {
  if (id !== "columns") return sentences[id];
  return about === "decimalMark" ? FILE_QUESTIONS.decimalMark : "Which column has the amount that was spent?";
}

type Field =
  | ("sheet" | "adPlatform" | "currency" | "dateOrder")
  | ("decimalMark" | "period" | "accountId" | "campaigns");
/** What is true of a whole file of spend. */
export const ANSWER_FIELDS: readonly Field[] = [
  "sheet",
  "adPlatform",
  "currency",
  "dateOrder",
  "decimalMark",
  "period",
  "accountId",
  "campaigns",
];

export const findSpendQuestion = ({ questions }: SpendImportResponse, field: Field): Question | undefined =>
  questions.find(({ id, about }) => (about ?? id) === field);

type AnswerFieldProps = {
  field: Field;
  file: SpendImportResponse;
  currencies: string[];
  disabled: boolean;
};

/** A field about the whole file, with the value that was used or guessed; empty without one. */
export function AnswerField({ field, file, currencies, disabled }: AnswerFieldProps) {
  const { reading, sheets, sheet } = file;
  const question = findSpendQuestion(file, field);
  if (field === "period") {
    const { from, to } = question?.guess
      ? { from: question.guess, to: question.guess }
      : (reading?.period ?? {});
    return (
      <fieldset className={styles.period}>
        <legend>{question ? askSpend(question) : "Period of rows without a day"}</legend>
        <FieldBox label="First day" htmlFor="answer-from">
          <Input id="answer-from" name="from" type="date" defaultValue={from} disabled={disabled} />
        </FieldBox>
        <FieldBox label="Last day" htmlFor="answer-to">
          <Input id="answer-to" name="to" type="date" defaultValue={to} disabled={disabled} />
        </FieldBox>
      </fieldset>
    );
  }
  if (field === "accountId")
    return (
      <FieldBox label="Ad account of rows that name none" htmlFor="answer-accountId">
        <Input
          {...{ id: "answer-accountId", name: "accountId", maxLength: 64, disabled }}
          defaultValue={reading?.accountId ?? ""}
        />
      </FieldBox>
    );
  const used = field === "sheet" ? sheet : (reading?.[field] ?? null);
  const value = question ? question.guess : used;
  const choices: Record<
    typeof field,
    { label: string; none?: string; options: readonly (readonly [string, string])[] }
  > = {
    sheet: { label: "Sheet", options: sheets.map((name, index) => [String(index), name]) },
    adPlatform: {
      label: "Ad platform",
      none: "As in each row",
      options: [
        ...SPEND_PLATFORMS.map((one): [string, string] => [one, nameAdPlatform(one)]),
        [OTHER_PLATFORM, "Another one"],
      ],
    },
    currency: {
      label: "Currency of amounts without one",
      none: "As in each row",
      options: currencies.map((code) => [code, code]),
    },
    dateOrder: {
      label: "Dates",
      options: DATE_ORDERS,
    },
    decimalMark: {
      label: "Amounts",
      options: DECIMAL_MARKS,
    },
    campaigns: {
      label: "Campaigns of earlier files",
      options: [
        ["some", "Count on these days too"],
        ["all", "Do not count: this file has all campaigns of its days"],
      ],
    },
  };
  const { label, none, options } = choices[field];
  const select = (
    <AnswerSelect
      name={field}
      label={question ? askSpend(question) : label}
      value={String(value ?? "")}
      isAsked={question !== undefined}
      none={value === null ? none : undefined}
      options={options}
      disabled={disabled}
    />
  );
  if (field !== "adPlatform") return select;
  return (
    <>
      {select}
      <FieldBox
        label="Name of another ad platform"
        htmlFor="answer-adPlatformName"
        hint="Such as Reddit Ads. Its spend counts under this name."
      >
        <Input
          {...{ id: "answer-adPlatformName", name: "adPlatformName", maxLength: 20, disabled }}
          defaultValue={reading?.adPlatformName ?? ""}
        />
      </FieldBox>
    </>
  );
}
