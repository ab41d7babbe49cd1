import type { Pin } from "#app/components/ui/pin-bins.ts";
import { DAY } from "#app/lib/dates.ts";

/** The chart's accessible name. */
export function deadlineChartLabel(pins: Pin[], now: string): string {
  if (pins.length === 0) return "No claim expires in the next seven days.";
  const days = pins.map(({ sendBefore }) => (Date.parse(sendBefore) - Date.parse(now)) / DAY);
  const within = (from: number, to: number) => days.filter((left) => left >= from && left < to).length;
  const counts = [
    `${within(Number.NEGATIVE_INFINITY, 1)} within 24 hours`,
    `${within(1, 3)} within three days`,
    `${within(3, Number.POSITIVE_INFINITY)} later`,
  ];
  const claims = pins.length === 1 ? "One claim" : `${pins.length} claims`;
  return `${claims} by time left: ${counts.join(", ")}.`;
}
