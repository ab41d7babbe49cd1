import type { Days } from "#app/lib/periods.ts";
import { type DateOrder, parseDate, type WrittenDate } from "#app/services/tables/columns/dates.ts";
import { toDays } from "./to-days.ts";

/** A longer line is no title. */
const LINE_MAX = 500;
/** Between two days: "November 1, 2026 - November 30, 2026", "1.11.2026 bis 30.11.2026". */
const BETWEEN = / (?:-|–|—|to|al?|até|ate|bis|au) |(?<=\d) ?[–—] ?(?=\d)/i;
const DAY =
  /\d{4}-\d{2}-\d{2}|(?<!\d)20\d{6}(?!\d)|\p{L}{3}-\d{1,2}-\d{4}|(?<!\d)\d{1,2}[./]\d{1,2}[./]\d{4}/gu;

/** What a title says before the single day that its file is for: "Period: 2026-11-02". */
const HEADING =
  /^(?:(?:reporting |report |date )?(?:day|period|range)|tag|zeitraum|berichtszeitraum|d[ií]a|periodo|per[ií]odo|intervalo de fechas|per[ií]odo do relat[oó]rio|jour|p[ée]riode|plage de dates)\s*:/i;

type FoundPeriod = {
  period: Days | null;
  /** A single day that a text names: that of the export as likely as that of the spend. */
  hint: string | null;
};

/** A period in two lines: "Report Start: November 1, 2026, 12:00 AM" above "Report End: …". */
const [START, END] = [/^[^:]{0,40}\bstart\b[^:]{0,20}:/i, /^[^:]{0,40}\bend\b[^:]{0,20}:/i];

/** The period that one of these texts names with its first and last day, or as the only day under a heading. */
export function findPeriod(texts: readonly string[], order: DateOrder): FoundPeriod {
  let hint: string | null = null;
  const lines = texts.map((text) => (text.length > LINE_MAX ? "" : text.replace(/\s+/g, " ").trim()));
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1] ?? "";
    const isPair = START.test(line) && END.test(next);
    const parts = isPair ? [line, next].map(withoutHeading) : withoutHeading(line).split(BETWEEN);
    const days = [readDays(parts, order), readDays(line.match(DAY) ?? [], order)].find(
      (own) => own.length > 0,
    );
    const [from, to, ...more] = days ?? [];
    if (from === undefined || more.length > 0) continue;
    if (to !== undefined && from.at.slice(0, 10) <= to.at.slice(0, 10))
      return { period: toDays(from, to), hint: null };
    const day = from.at.slice(0, 10);
    if (to === undefined && HEADING.test(line)) return { period: { from: day, to: day }, hint: null };
    if (to === undefined) hint ??= day;
  }
  return { period: null, hint };
}

/** The days of a text as they are written in it. */
export const listWrittenDays = (text: string): string[] =>
  text.length > LINE_MAX ? [] : (text.match(DAY) ?? []);

const withoutHeading = (line: string): string => line.replace(/^[^:]{1,40}:\s*/, "");

/** Empty unless each part is a day. */
function readDays(parts: readonly string[], order: DateOrder): WrittenDate[] {
  const days = parts.flatMap((part) => readDay(part, order) ?? []);
  return days.length === parts.length ? days : [];
}

function readDay(text: string, order: DateOrder): WrittenDate | null {
  const reading = parseDate(text.replace(/^(\p{L}+)-(\d+)-(\d+)$/u, "$1 $2, $3"), { order });
  return "date" in reading && reading.date.precision !== "month" ? reading.date : null;
}
