import { Select } from "#app/components/forms/control.tsx";
import { ALL_BRANDS } from "#app/lib/statements.ts";
import type { StatementQuestionResponse } from "#app/schemas/statement-reading.ts";
import type { StatementResponse } from "#app/schemas/statements.ts";
import styles from "./columns-panel.module.css";
import { isAbout } from "./statement-questions.ts";

type FileAnswersProps = {
  statement: StatementResponse;
  choices: FileChoices;
  disabled: boolean;
};

type Choice = { value: string; label: string };

/** From the server: a browser may know other zones and currencies. */
export type FileChoices = { platforms: Choice[]; timeZones: string[]; currencies: string[] };

/** What is true of the whole file, as it was recognized or guessed. What is asked and not guessed is empty. */
export function FileAnswers({ statement, choices, disabled }: FileAnswersProps) {
  const { platforms, timeZones, currencies } = choices;
  const { questions, sheets, sheet, timeZone, platformId, reading } = statement;
  const find = (test: (question: StatementQuestionResponse) => boolean) => questions.find(test);
  const zone = find(({ id }) => id === "timeZone");
  const order = find(({ id }) => id === "dateOrder");
  const currency = find(({ id }) => id === "currency");
  const platform = find(({ id }) => id === "platform");
  const mark = find(isAbout("decimalMark"));
  const brand = find(isAbout("brand"));
  const select = (name: string, label: string, value: string, options: Choice[]) => (
    <div key={name}>
      <label htmlFor={`answer-${name}`}>{label}</label>
      <Select id={`answer-${name}`} name={name} defaultValue={value} disabled={disabled}>
        {options.some((choice) => choice.value === "") ? null : value === "" ? (
          <option value="">Choose</option>
        ) : null}
        {options.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </div>
  );
  return (
    <div className={styles.answers}>
      {platform
        ? select(
            "platformId",
            "Broker of this file",
            platform.guess ?? "",
            platform.options.map((id) => ({
              value: id,
              label: `${platforms.find(({ value }) => value === id)?.label ?? "Another broker"}${id === platformId ? ", as uploaded" : ""}`,
            })),
          )
        : null}
      {sheets.length > 1
        ? select(
            "sheet",
            "Sheet",
            sheet === null ? "" : String(sheet),
            sheets.map((name, index) => ({ value: String(index), label: name })),
          )
        : null}
      {reading ? (
        <>
          {select("dateOrder", "Dates", order ? (order.guess ?? "") : reading.dateOrder, [
            { value: "day-first", label: "Day first: 03/04 is 3 April" },
            { value: "month-first", label: "Month first: 03/04 is March 4" },
          ])}
          {select("decimalMark", "Amounts", mark?.guess ?? reading.decimalMark, [
            { value: ".", label: "1,234.56: 1.234 is about one" },
            { value: ",", label: "1.234,56: 1.234 is a thousand" },
          ])}
          {select("currency", "Currency of the file", currency?.guess ?? reading.currency ?? "", [
            ...(currency ? [] : [{ value: "", label: "As in each row" }]),
            ...currencies.map((code) => ({ value: code, label: code })),
          ])}
          {select("timeZone", "Time zone of the file", zone?.guess ?? timeZone ?? "", [
            ...(zone ? [] : [{ value: "", label: "Not stated" }]),
            ...withOwn(zone?.guess ?? timeZone, timeZones).map((name) => ({ value: name, label: name })),
          ])}
          {reading.brands.length > 1
            ? select("brand", "Brand", brand ? "" : (reading.brand ?? ALL_BRANDS), [
                ...reading.brands.map((name) => ({ value: name, label: name })),
                { value: ALL_BRANDS, label: "Rows of all brands" },
              ])
            : null}
        </>
      ) : null}
    </div>
  );
}

/** An offset of the file's own is in no list of zones. */
const withOwn = (own: string | null, timeZones: string[]): string[] =>
  own === null || timeZones.includes(own) ? timeZones : [own, ...timeZones];
