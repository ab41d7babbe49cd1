import { Select } from "#app/components/forms/control.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { ScrollRegion } from "#app/components/ui/scroll-region.tsx";
import text from "#app/components/ui/text.module.css";
import { questionsTitle } from "#app/components/uploads/questions-title.ts";
import { COLUMN_MEANINGS } from "#app/lib/statements.ts";
import type { StatementQuestionResponse } from "#app/schemas/statement-reading.ts";
import type { StatementResponse } from "#app/schemas/statements.ts";
import styles from "./columns-panel.module.css";
import { FileAnswers, type FileChoices } from "./file-answers.tsx";
import { describeQuestion } from "./statement-questions.ts";
import { meaningNames } from "./statement-state.ts";
import { UseColumn } from "./use-column.tsx";

type ColumnsPanelProps = {
  statement: StatementResponse;
  /** The version of the answers that the page shows. */
  seen: string;
  rows: { line: number; cells: string[] }[];
  choices: FileChoices;
  canChange: boolean;
};

const sources = {
  heading: "from the heading",
  values: "from the values",
  claims: "by your claims",
  remembered: "as last time",
  user: "your choice",
} as const;

/** The first rows with the meaning of each column in a select, and what the file leaves open. */
export function ColumnsPanel({ statement, seen, rows, choices, canChange }: ColumnsPanelProps) {
  const { columns, questions } = statement;
  // Which sheet is read is asked before any column is known.
  const hasColumns = columns.length > 0;
  const body = (
    <>
      <FileAnswers statement={statement} choices={choices} disabled={!canChange} />
      {hasColumns ? (
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
              {rows.map(({ line, cells }) => (
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
      ) : null}
    </>
  );
  return (
    <Panel title={questionsTitle(questions.length, "Columns")}>
      <PanelBody>
        {questions.map((question) => (
          <Alert key={`${question.id} ${question.about}`} tone="copper">
            <b>{describeQuestion(question, choices.platforms)}</b>
            {canChange ? <ColumnChoices statement={statement} question={question} /> : null}
          </Alert>
        ))}
        {canChange ? (
          <PostForm intent="read" className={layout.stack}>
            <input type="hidden" name="seen" value={seen} />
            {body}
            <div>
              <SubmitButton pending={hasColumns ? "Matching" : "Reading"}>
                {hasColumns ? "Match with these columns" : "Read this sheet"}
              </SubmitButton>
            </div>
            {hasColumns ? (
              <p className={text.small}>
                Files of this broker with the same headings are read the same way next time.
              </p>
            ) : null}
          </PostForm>
        ) : (
          body
        )}
      </PanelBody>
    </Panel>
  );
}

/** A button for each column that fits as well by its heading. */
function ColumnChoices({ statement, question: { about, options } }: ColumnChoicesProps) {
  if (about !== "account" && about !== "amount" && about !== "day") return null;
  return options.map((option) => (
    <UseColumn key={option} statement={statement} index={Number(option)} role={about} />
  ));
}

type ColumnChoicesProps = { statement: StatementResponse; question: StatementQuestionResponse };
