import { DataTypes } from "sequelize";
import { columnsFor, type SubmissionColumn } from "#app/lib/submission-columns.ts";
import { Submission } from "#app/models/index.server.ts";
import type { Form } from "../factories/index.ts";
import { submitForm } from "../factories/index.ts";

/** What names other rows and what erasing looks at. */
const LEFT = ["id", "workspaceId", "formId", "platformId", "erasedAt"];

/** Values of columns that take not just any text. */
const GIVEN: Partial<Record<SubmissionColumn, string>> = {
  action: "purchase",
  country: "PT",
  amount: "101",
  currency: "CHF",
  verifiedAmount: "102",
  verifiedCurrency: "SEK",
  correctedAmount: "103",
  correctedCurrency: "NOK",
  decisionReason: "other",
  status: "rejected",
  eventStatus: "failed",
  deliveryStates: "meta:failed",
  eventState: "failed",
  brokerSays: "certain",
  day: "2026-11-20",
  language: "en",
  channel: "telegram",
};

export const toTrace = (name: SubmissionColumn) => `trace-of-${name}.`;

const columns = [...columnsFor("kept"), ...columnsFor("personal")].filter((name) => !LEFT.includes(name));
const getType = (name: SubmissionColumn) => Submission.getAttributes()[name].type;

/** The columns that any text can stand in: a filled claim has `toTrace(name)` there. */
export const textColumns = columns.filter(
  (name) =>
    getType(name) instanceof DataTypes.STRING && GIVEN[name] === undefined && !name.startsWith("decidedBy"),
);

/** Different in each column of a type. */
function filling(name: SubmissionColumn) {
  const type = getType(name);
  const number = columns.indexOf(name);
  if (type instanceof DataTypes.DATE) return new Date(Date.UTC(2026, 10, 20, 0, number));
  if (type instanceof DataTypes.BOOLEAN) return true;
  if (name === "firstClick")
    return JSON.stringify({
      at: "2026-11-20T00:00:00.000Z",
      source: toTrace(name),
      referrer: null,
      parameters: {},
    });
  return type instanceof DataTypes.STRING ? (GIVEN[name] ?? toTrace(name)) : number;
}

/** A claim that has a value in every column. */
export async function submitFilled(form: Form): Promise<Submission> {
  const submission = await submitForm(form);
  const values = Object.fromEntries(columns.map((name) => [name, filling(name)]));
  await submission.update({ ...values, decidedByUserId: form.owner.id });
  return submission;
}
