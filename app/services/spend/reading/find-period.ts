import type { Days } from "#app/lib/periods.ts";
import { type DateOrder, parseDate } from "#app/services/tables/columns/dates.ts";

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

/** The period that one of these texts names with its first and last day, or as the only day under a heading. */
export function findPeriod(texts: readonly string[], order: DateOrder): FoundPeriod {
  let hint: string | null = null;
  for (const text of texts) {
    if (text.length > LINE_MAX) continue;
    const line = text.replace(/\s+/g, " ").trim();
    const parts = line.replace(/^[^:]{1,40}:\s*/, "").split(BETWEEN);
    const days = [readDays(parts, order), readDays(line.match(DAY) ?? [], order)].find(
      (own) => own.length > 0,
    );
    const [from, to, ...more] = days ?? [];
    if (from === undefined || more.length > 0) continue;
    if (to !== undefined && from <= to) return { period: { from, to }, hint: null };
    if (to === undefined && HEADING.test(line)) return { period: { from, to: from }, hint: null };
    if (to === undefined) hint ??= from;
  }
  return { period: null, hint };
}

/** Empty unless each part is a day. */
function readDays(parts: readonly string[], order: DateOrder): string[] {
  const days = parts.flatMap((part) => readDay(part, order) ?? []);
  return days.length === parts.length ? days : [];
}

function readDay(text: string, order: DateOrder): string | null {
  const reading = parseDate(text.replace(/^(\p{L}+)-(\d+)-(\d+)$/u, "$1 $2, $3"), { order });
  return "date" in reading && reading.date.precision !== "month" ? reading.date.at.slice(0, 10) : null;
}
