import { ColumnMeanings } from "#app/components/imports/column-meanings.tsx";
import { ImportPanel } from "#app/components/imports/import-panel.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { SPEND_MEANINGS, type SpendMeaning } from "#app/lib/spend-files.ts";
import type { SpendImportResponse } from "#app/schemas/spend.ts";
import { ANSWER_FIELDS, AnswerField, askSpend, findSpendQuestion } from "./answer-fields.tsx";

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

/** What a file of spend leaves open, how else it is read, and the meaning of each column. */
export function ReadingPanel({ file, seen, currencies, canWrite }: ReadingPanelProps) {
  const { questions, columns, sheets, reading } = file;
  const isAsked = (field: (typeof ANSWER_FIELDS)[number]) => findSpendQuestion(file, field) !== undefined;
  const show = (fields: typeof ANSWER_FIELDS) =>
    fields.map((field) => (
      <AnswerField key={field} field={field} file={file} currencies={currencies} disabled={!canWrite} />
    ));
  const known = ANSWER_FIELDS.filter(
    (field) => !isAsked(field) && (field === "sheet" ? sheets.length > 1 : reading !== null),
  );
  // What no field above the columns takes is answered by their meanings.
  const ofColumns = questions.filter(
    (question) => !ANSWER_FIELDS.some((field) => findSpendQuestion(file, field) === question),
  );
  return (
    <ImportPanel
      questions={questions}
      seen={seen}
      canChange={canWrite}
      asked={show(ANSWER_FIELDS.filter(isAsked))}
      known={show(known)}
      submit={{ label: "Read the file this way", pending: "Reading" }}
      remembered="Files with the same headings are read the same way next time."
    >
      {ofColumns.map((question) => (
        <Alert key={question.about} tone="copper">
          <b>{askSpend(question)}</b>
        </Alert>
      ))}
      <ColumnMeanings
        columns={columns}
        meanings={[...SPEND_MEANINGS, "ignore" as const].map((one) => [one, meanings[one]])}
        disabled={!canWrite}
      />
    </ImportPanel>
  );
}
