import { Input, Select } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { questionsTitle } from "#app/components/uploads/questions-title.ts";
import { OTHER_PLATFORM, SPEND_MEANINGS, SPEND_PLATFORMS, type SpendMeaning } from "#app/lib/spend-files.ts";
import type { SpendImportResponse } from "#app/schemas/spend.ts";
import styles from "./reading-panel.module.css";
import { nameAdPlatform } from "./spend-names.ts";

type Question = SpendImportResponse["questions"][number];
type ReadingPanelProps = {
  file: SpendImportResponse;
  /** The version of the answers that the page shows. */
  seen: string;
  currencies: string[];
  canWrite: boolean;
};

const meanings: Record<SpendMeaning | "ignore", string> = {
  day: "Day",
  week: "Week",
  from: "First day",
  to: "Last day",
  amount: "Amount spent",
  currency: "Currency",
  adPlatform: "Ad platform",
  accountId: "Account ID",
  accountName: "Account name",
  campaign: "Campaign",
  campaignId: "Campaign ID",
  adSet: "Ad set",
  adSetId: "Ad set ID",
  ad: "Ad",
  adId: "Ad ID",
  impressions: "Impressions",
  clicks: "Clicks",
  conversions: "Conversions",
  ignore: "Not used",
};

const sentences: Record<Exclude<Question["id"], "columns">, string> = {
  sheet: "Which sheet lists the spend?",
  adPlatform: "Which ad platform is this file of?",
  currency: "In which currency are the amounts?",
  dateOrder: "Are dates written with the day or the month first?",
  period: "For which days is this file? It is spread evenly over them.",
};

const ask = ({ id, about }: Question): string => {
  if (id !== "columns") return sentences[id];
  return about === "decimalMark"
    ? "Is 1.234 in this file a thousand, or about one?"
    : "Which column has the amount that was spent?";
};

/** Enough of a long name to know it by. */
const shorten = (example: string) => (example.length > 40 ? `${example.slice(0, 39)}…` : example);

/** What is true of the whole file. */
const FIELDS = [
  "sheet",
  "adPlatform",
  "currency",
  "dateOrder",
  "decimalMark",
  "period",
  "accountId",
  "campaigns",
] as const;
type Field = (typeof FIELDS)[number];

const findQuestion = ({ questions }: SpendImportResponse, field: Field): Question | undefined =>
  questions.find(({ id, about }) => (about ?? id) === field);

/** What the file leaves open, how else it is read, and the meaning of each column. */
export function ReadingPanel({ file, seen, currencies, canWrite }: ReadingPanelProps) {
  const { questions, columns, sheets, reading } = file;
  const answer = (field: Field) => (
    <Answer key={field} field={field} file={file} currencies={currencies} disabled={!canWrite} />
  );
  const known = FIELDS.filter(
    (field) => !findQuestion(file, field) && (field === "sheet" ? sheets.length > 1 : reading !== null),
  );
  // What no field above the columns takes is answered by their meanings.
  const ofColumns = questions.filter(
    (question) => !FIELDS.some((field) => findQuestion(file, field) === question),
  );
  const body = (
    <>
      {FIELDS.filter((field) => findQuestion(file, field)).map(answer)}
      {known.length > 0 ? (
        <details>
          <summary className={buttonClass({ isSmall: true })}>How the file is read</summary>
          <div className={styles.known}>{known.map(answer)}</div>
        </details>
      ) : null}
      {ofColumns.map((question) => (
        <Alert key={question.about} tone="copper">
          <b>{ask(question)}</b>
        </Alert>
      ))}
      {columns.length > 0 ? (
        <Table
          caption="Columns of the file"
          className={styles.columns}
          groups={[{ rows: columns }]}
          getKey={({ index }) => String(index)}
          columns={[
            {
              head: "Column",
              isWide: true,
              cell: ({ index, heading }) => (
                <label className={text.breakable} htmlFor={`meaning-${index}`}>
                  {heading || `Column ${index + 1}`}
                </label>
              ),
            },
            {
              head: "Examples",
              isLabelled: true,
              isWide: true,
              cell: ({ examples }) => (
                <bdi className={text.breakable}>{examples.map(shorten).join(", ")}</bdi>
              ),
            },
            {
              head: "Meaning",
              isWide: true,
              cell: ({ index, meaning }) => (
                <Select
                  id={`meaning-${index}`}
                  name={`meanings[${index}]`}
                  defaultValue={meaning}
                  disabled={!canWrite}
                >
                  {[...SPEND_MEANINGS, "ignore" as const].map((one) => (
                    <option key={one} value={one}>
                      {meanings[one]}
                    </option>
                  ))}
                </Select>
              ),
            },
          ]}
        />
      ) : null}
    </>
  );
  return (
    <Panel title={questionsTitle(questions.length, "Columns and their meaning")}>
      <PanelBody>
        {canWrite ? (
          <PostForm intent="read" className={layout.stack}>
            <input type="hidden" name="seen" value={seen} />
            {body}
            <div>
              <SubmitButton pending="Reading" kind={questions.length > 0 ? "primary" : "plain"}>
                Read the file this way
              </SubmitButton>
            </div>
            <p className={text.small}>Files with the same headings are read the same way next time.</p>
          </PostForm>
        ) : (
          body
        )}
      </PanelBody>
    </Panel>
  );
}

type AnswerProps = {
  field: Field;
  file: SpendImportResponse;
  currencies: string[];
  disabled: boolean;
};

/** A field about the whole file, with the value that was used or guessed; empty without one. */
function Answer({ field, file, currencies, disabled }: AnswerProps) {
  const { reading, sheets, sheet } = file;
  const question = findQuestion(file, field);
  if (field === "period") {
    const { from, to } = question?.guess
      ? { from: question.guess, to: question.guess }
      : (reading?.period ?? {});
    return (
      <fieldset className={styles.period}>
        <legend>{question ? ask(question) : "Period of rows without a day"}</legend>
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
  const choices: Record<typeof field, { label: string; none?: string; options: [string, string][] }> = {
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
      options: [
        ["day-first", "Day first: 3.11. is in November"],
        ["month-first", "Month first: 11/3 is in November"],
      ],
    },
    decimalMark: {
      label: "Amounts",
      options: [
        [".", "1,234.56: 1.234 is about one"],
        [",", "1.234,56: 1.234 is a thousand"],
      ],
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
    <FieldBox label={question ? ask(question) : label} htmlFor={`answer-${field}`}>
      <Select id={`answer-${field}`} name={field} defaultValue={String(value ?? "")} disabled={disabled}>
        {question || value === null ? (
          <option value="">{question ? "Choose" : (none ?? "Choose")}</option>
        ) : null}
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </Select>
    </FieldBox>
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
