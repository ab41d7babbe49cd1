import { AnswerSelect } from "#app/components/imports/answer-select.tsx";
import { DATE_ORDERS, DECIMAL_MARKS } from "#app/components/imports/file-questions.ts";
import { ALL_BRANDS } from "#app/lib/statements.ts";
import type { StatementResponse } from "#app/schemas/statements.ts";
import { describeQuestion } from "./statement-questions.ts";

type Choice = { value: string; label: string };

/** From the server: a browser may know other zones and currencies. */
export type FileChoices = { platforms: Choice[]; timeZones: string[]; currencies: string[] };

type Answers = { statement: StatementResponse; choices: FileChoices; disabled: boolean };

type Field = {
  name: string;
  label: string;
  /** What the file tells of it; null where it tells nothing. */
  value: string | null;
  /** What no choice means. */
  none?: string;
  options: readonly (readonly [value: string, label: string])[];
};

/** What is true of the whole file: what is asked, and how it is read. */
export function showAnswers({ statement, choices, disabled }: Answers) {
  const { questions } = statement;
  const findQuestion = (name: string) =>
    questions.find(
      ({ id, about }) => name === (id === "columns" ? about : id === "platform" ? "platformId" : id),
    );
  const shown = listFields(statement, choices).map((field) => {
    const question = findQuestion(field.name);
    const element = (
      <AnswerSelect
        key={field.name}
        name={field.name}
        label={question ? describeQuestion(question, choices.platforms) : field.label}
        value={(question ? question.guess : field.value) ?? ""}
        isAsked={question !== undefined}
        none={field.none}
        options={field.options}
        disabled={disabled}
      />
    );
    return { question, element };
  });
  const fields = new Set(shown.flatMap(({ question }) => question ?? []));
  return {
    asked: shown.flatMap(({ question, element }) => (question ? [element] : [])),
    known: shown.flatMap(({ question, element }) => (question ? [] : [element])),
    /** The questions that only the columns answer. */
    ofColumns: questions.filter((question) => !fields.has(question)),
  };
}

function listFields(statement: StatementResponse, choices: FileChoices): Field[] {
  const { questions, sheets, sheet, timeZone, platformId, reading } = statement;
  const { platforms, timeZones, currencies } = choices;
  const platform = questions.find(({ id }) => id === "platform");
  const zone = questions.find(({ id }) => id === "timeZone");
  const nameOf = (id: string) => platforms.find(({ value }) => value === id)?.label ?? "Another broker";
  const fields: Field[] = [];
  if (platform)
    fields.push({
      name: "platformId",
      label: "Broker of this file",
      value: platformId,
      options: platform.options.map((id) => [id, `${nameOf(id)}${id === platformId ? ", as uploaded" : ""}`]),
    });
  if (sheets.length > 1)
    fields.push({
      name: "sheet",
      label: "Sheet",
      value: sheet === null ? null : String(sheet),
      options: sheets.map((name, index) => [String(index), name]),
    });
  if (!reading) return fields;
  fields.push(
    {
      name: "dateOrder",
      label: "Dates",
      value: reading.dateOrder,
      options: DATE_ORDERS,
    },
    {
      name: "decimalMark",
      label: "Amounts",
      value: reading.decimalMark,
      options: DECIMAL_MARKS,
    },
    {
      name: "currency",
      label: "Currency of the file",
      value: reading.currency,
      none: "As in each row",
      options: currencies.map((code) => [code, code]),
    },
    {
      name: "timeZone",
      label: "Time zone of the file",
      value: timeZone,
      none: "Not stated",
      options: withOwn(zone?.guess ?? timeZone, timeZones).map((name) => [name, name]),
    },
  );
  if (reading.brands.length > 1)
    fields.push({
      name: "brand",
      label: "Brand",
      value: reading.brand ?? ALL_BRANDS,
      options: [...reading.brands.map((name) => [name, name] as const), [ALL_BRANDS, "Rows of all brands"]],
    });
  return fields;
}

/** An offset of the file's own is in no list of zones. */
const withOwn = (own: string | null, timeZones: string[]): string[] =>
  own === null || timeZones.includes(own) ? timeZones : [own, ...timeZones];
