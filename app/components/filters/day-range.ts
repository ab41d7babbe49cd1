import { day } from "#app/lib/format-date.ts";

/** "November 1 – 20", "November 1", "Since November 1", "Until November 20" */
export function dayRange({ from, to }: { from?: string; to?: string }): string {
  const [first, last] = [from, to].map((at) => (at ? formatDay(at) : null));
  if (!first) return `Until ${last}`;
  if (!last) return `Since ${first}`;
  const [firstMonth] = first.split(" ");
  const [lastMonth, lastDay] = last.split(" ");
  if (first === last && from?.slice(0, 10) === to?.slice(0, 10)) return first;
  const isOneMonth = firstMonth === lastMonth && from?.slice(0, 4) === to?.slice(0, 4);
  return `${first} – ${isOneMonth ? lastDay : last}`;
}

/** A day given as such names itself in any zone; a moment is cut to its day. */
function formatDay(at: string): string {
  const noon = `${at.slice(0, 10)}T12:00:00Z`;
  return day({ at: noon, timeZone: "UTC", now: noon });
}
