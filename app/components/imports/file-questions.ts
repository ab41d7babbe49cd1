/** What is asked of files of every kind. */
export const FILE_QUESTIONS = {
  currency: "In which currency are the amounts?",
  dateOrder: "Are dates written with the day or the month first?",
  decimalMark: "Is 1.234 in this file a thousand, or about one?",
} as const;

export const DATE_ORDERS = [
  ["day-first", "Day first: 03/04 is 3 April"],
  ["month-first", "Month first: 03/04 is March 4"],
] as const;

export const DECIMAL_MARKS = [
  [".", "1,234.56: 1.234 is about one"],
  [",", "1.234,56: 1.234 is a thousand"],
] as const;

/** The heading above what a file asks; `none` where it asks nothing. */
export function questionsTitle(count: number, none: string): string {
  if (count === 0) return none;
  return count === 1 ? "A question about this file" : `${count} questions about this file`;
}
