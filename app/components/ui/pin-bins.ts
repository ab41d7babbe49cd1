import { HOUR } from "#app/lib/dates.ts";

export type Pin = {
  sendBefore: string;
  /** Sets the size of the mark. Null without an amount. */
  amount: number | null;
};

/** On an axis of seven days on a phone, pins that are closer would overlap. */
const GAP_MS = 8 * HOUR;

/** Pins that would overlap as one. Each begins at its first deadline and has the highest of its amounts. */
export function toBins(pins: Pin[]): (Pin & { count: number })[] {
  const bins: (Pin & { count: number })[] = [];
  for (const { sendBefore, amount } of pins.toSorted((a, b) => (a.sendBefore < b.sendBefore ? -1 : 1))) {
    const last = bins.at(-1);
    if (last && Date.parse(sendBefore) - Date.parse(last.sendBefore) < GAP_MS) {
      last.count += 1;
      last.amount = Math.max(last.amount ?? 0, amount ?? 0);
    } else bins.push({ sendBefore, amount, count: 1 });
  }
  return bins;
}
