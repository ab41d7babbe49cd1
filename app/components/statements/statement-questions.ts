import { FILE_QUESTIONS } from "#app/components/imports/file-questions.ts";
import type { StatementQuestionResponse } from "#app/schemas/statement-reading.ts";

const SENTENCES: Record<Exclude<StatementQuestionResponse["id"], "columns" | "platform">, string> = {
  sheet: "Which sheet lists the clients?",
  dateOrder: FILE_QUESTIONS.dateOrder,
  currency: FILE_QUESTIONS.currency,
  timeZone: "In which time zone are the times of this file?",
};

const ABOUT_COLUMNS = {
  meanings: "Which column names the client, and which the amount?",
  account: "Which column has the account number that visitors type?",
  amount: "Which column has the amount of the deposit?",
  day: "Which column has the day of the deposit?",
  decimalMark: FILE_QUESTIONS.decimalMark,
  brand: "Which brand of this file is this broker?",
};

/** @param platforms names of brokers by their ids */
export function describeQuestion(
  { id, about, options }: StatementQuestionResponse,
  platforms: { value: string; label: string }[],
): string {
  if (id === "columns") return ABOUT_COLUMNS[about ?? "meanings"];
  if (id !== "platform") return SENTENCES[id];
  const [, ...others] = options.map((option) => platforms.find(({ value }) => value === option)?.label);
  return `This looks like a file of ${others.filter(Boolean).join(" or ") || "another broker"}. Whose is it?`;
}
