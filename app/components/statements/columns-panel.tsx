import { ColumnMeanings } from "#app/components/imports/column-meanings.tsx";
import { ImportPanel } from "#app/components/imports/import-panel.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { COLUMN_MEANINGS } from "#app/lib/statements.ts";
import type { StatementQuestionResponse } from "#app/schemas/statement-reading.ts";
import type { StatementResponse } from "#app/schemas/statements.ts";
import { type FileChoices, showAnswers } from "./file-answers.tsx";
import { FirstRows } from "./first-rows.tsx";
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

/** What a statement leaves open, how else it is read, and the meaning of each column. */
export function ColumnsPanel({ statement, seen, rows, choices, canChange }: ColumnsPanelProps) {
  const { columns, questions } = statement;
  // Which sheet is read is asked before any column is known.
  const hasColumns = columns.length > 0;
  const { asked, known, ofColumns } = showAnswers({ statement, choices, disabled: !canChange });
  return (
    <ImportPanel
      questions={questions}
      seen={seen}
      canChange={canChange}
      above={ofColumns.map((question) => (
        <Alert key={`${question.id} ${question.about}`} tone="copper">
          <b>{describeQuestion(question, choices.platforms)}</b>
          {canChange ? <ColumnChoices statement={statement} question={question} /> : null}
        </Alert>
      ))}
      asked={asked}
      known={known}
      submit={
        hasColumns
          ? { label: "Match with these columns", pending: "Matching" }
          : { label: "Read this sheet", pending: "Reading" }
      }
      remembered="Files of this broker with the same headings are read the same way next time."
    >
      <ColumnMeanings
        columns={columns}
        meanings={[...COLUMN_MEANINGS, "ignore" as const].map((one) => [one, meaningNames[one] ?? one])}
        describe={({ from }) => (from ? sources[from] : "")}
        disabled={!canChange}
      />
      {hasColumns && rows.length > 0 ? <FirstRows columns={columns} rows={rows} /> : null}
    </ImportPanel>
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
