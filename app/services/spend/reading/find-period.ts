import type { Days } from "#app/lib/periods.ts";
import { type DateOrder, parseDate } from "#app/services/tables/columns/dates.ts";

/** A longer line is no title: its end is not read. */
const LINE_MAX = 300;
/** Between two days: "November 1, 2026 - November 30, 2026", "1.11.2026 bis 30.11.2026". */
const BETWEEN = /\s+(?:-|–|—|to|al?|até|ate|bis|au)\s+|(?<=\d)\s*[–—]\s*(?=\d)/i;
const DAY =
  /\d{4}-\d{2}-\d{2}|(?<!\d)20\d{6}(?!\d)|\p{L}{3}-\d{1,2}-\d{4}|(?<!\d)\d{1,2}[./]\d{1,2}[./]\d{4}/gu;

/** The period that one of these texts names with its first and last day, if one does. */
export function findPeriod(texts: readonly string[], order: DateOrder): Days | null {
  for (const text of texts) {
    const line = text.slice(0, LINE_MAX).trim();
    const period =
      fromParts(line.replace(/^[^:]{1,40}:\s*/, "").split(BETWEEN), order) ?? fromDays(line, order);
    if (period) return period;
  }
  return null;
}

const fromDays = (line: string, order: DateOrder) => fromParts(line.match(DAY) ?? [], order);

function fromParts([first, last, ...more]: readonly string[], order: DateOrder): Days | null {
  if (first === undefined || more.length > 0) return null;
  const [from, to] = [readDay(first, order), readDay(last ?? first, order)];
  return from !== null && to !== null && from <= to ? { from, to } : null;
}

function readDay(text: string, order: DateOrder): string | null {
  const reading = parseDate(text.replace(/^(\p{L}+)-(\d+)-(\d+)$/u, "$1 $2, $3"), { order });
  return "date" in reading && reading.date.precision !== "month" ? reading.date.at.slice(0, 10) : null;
}
