import { Select } from "#app/components/forms/control.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { ScrollRegion } from "#app/components/ui/scroll-region.tsx";
import text from "#app/components/ui/text.module.css";
import { currencyCodes } from "#app/lib/money.ts";
import { COLUMN_MEANINGS } from "#app/lib/statements.ts";
import type { StatementResponse } from "#app/schemas/statements.ts";
import styles from "./columns-panel.module.css";
import { meaningNames } from "./statement-state.ts";

type ColumnsPanelProps = {
  statement: StatementResponse;
  rows: { line: number; cells: string[] }[];
  canChange: boolean;
};

const sources = {
  heading: "from the heading",
  values: "from the values",
  remembered: "as last time",
  user: "your choice",
} as const;

const QUESTIONS = {
  sheet: "Which sheet lists the clients?",
  dateOrder: "Are dates written with the day or the month first?",
  currency: "In which currency are the amounts?",
  columns: "Which column names the client, and which the amount?",
} as const;

/** The first rows with the meaning of each column in a select, and what the file leaves open. */
export function ColumnsPanel({ statement, rows, canChange }: ColumnsPanelProps) {
  const { columns, questions, headerLine, sheets, sheet } = statement;
  const asks = (id: keyof typeof QUESTIONS) => questions.some((question) => question.id === id);
  const body = (
    <>
      {questions.map(({ id }) => (
        <Alert key={id} tone="copper">
          <b>{QUESTIONS[id]}</b>
        </Alert>
      ))}
      <div className={styles.answers}>
        {sheets.length > 1 ? (
          <Choice
            name="sheet"
            label="Sheet"
            value={sheet === null ? "" : String(sheet)}
            choices={sheets.map((name, index) => ({ value: String(index), label: name }))}
          />
        ) : null}
        {asks("dateOrder") ? (
          <Choice
            name="dateOrder"
            label="Dates"
            value=""
            choices={[
              { value: "day-first", label: "Day first: 03/04 is 3 April" },
              { value: "month-first", label: "Month first: 03/04 is March 4" },
            ]}
          />
        ) : null}
        {asks("currency") ? (
          <Choice
            name="currency"
            label="Currency"
            value=""
            choices={currencyCodes().map((code) => ({ value: code, label: code }))}
          />
        ) : null}
      </div>
      <ScrollRegion label="The first rows" className={styles.scroll}>
        <table className={styles.rows}>
          <thead>
            <tr>
              <th>Line</th>
              {columns.map(({ index, heading, meaning, from }) => (
                <th key={index}>
                  <label htmlFor={`meaning-${index}`}>{heading || `Column ${index + 1}`}</label>
                  <Select
                    id={`meaning-${index}`}
                    name={`meanings[${index}]`}
                    defaultValue={meaning}
                    disabled={!canChange}
                  >
                    {[...COLUMN_MEANINGS, "ignore"].map((one) => (
                      <option key={one} value={one}>
                        {meaningNames[one]}
                      </option>
                    ))}
                  </Select>
                  <span className={text.small}>{from ? sources[from] : ""}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows
              .filter(({ line }) => line > (headerLine ?? 0))
              .map(({ line, cells }) => (
                <tr key={line}>
                  <td>{line}</td>
                  {columns.map(({ index }) => (
                    <td key={index}>{cells[index] ?? ""}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
  return (
    <Panel title={questions.length > 0 ? "A question about this file" : "Columns"}>
      <PanelBody>
        {canChange ? (
          <PostForm intent="read" className={layout.stack}>
            {body}
            <div>
              <SubmitButton pending="Matching">Match with these columns</SubmitButton>
            </div>
            <p className={text.small}>
              Files of this broker with the same headings are read the same way next time.
            </p>
          </PostForm>
        ) : (
          body
        )}
      </PanelBody>
    </Panel>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  value: string;
  choices: { value: string; label: string }[];
};

function Choice({ name, label, value, choices }: ChoiceProps) {
  return (
    <div>
      <label htmlFor={`answer-${name}`}>{label}</label>
      <Select id={`answer-${name}`} name={name} defaultValue={value}>
        <option value="">Choose</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </div>
  );
}
