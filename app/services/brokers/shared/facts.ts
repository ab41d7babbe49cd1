import Decimal from "decimal.js-light";
import { z } from "zod";
import { DAY, type Interval } from "#app/lib/dates.ts";

/** Text or a figure as answers have it, of at most this length: a longer one is no amount. */
const FIGURE_MAX = 24;

/** An amount as decimal text, null where the answer has none in its place. */
export const Figure = z.union([z.string().max(FIGURE_MAX), z.number()]).nullish();

/** @returns null for what is no amount, or below zero */
export function readFigure(figure: z.output<typeof Figure>): string | null {
  const text = String(figure ?? "").trim();
  if (!/^\d{1,15}(\.\d{1,10})?$/.test(text)) return null;
  return new Decimal(text).toDecimalPlaces(4).toFixed();
}

/** The id of a client or an account as answers have it: text, or a whole number that lost no digit. */
export const ClientId = z
  .union([z.string(), z.number().int().positive().max(Number.MAX_SAFE_INTEGER)])
  .transform(String)
  .pipe(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/));

const EARLIEST = Date.UTC(2010, 0, 1);

/** A day as `2024-06-21`, as the time that it lasts; null for a placeholder such as `0001-01-01`. */
export function toDay(text: string | null | undefined): Interval | null {
  const from = Date.parse(`${(text ?? "").slice(0, 10)}T00:00:00Z`);
  if (!(from >= EARLIEST)) return null;
  return { from: new Date(from), to: new Date(from + DAY) };
}

/** A time in milliseconds as text or number; null for a placeholder or a time to come. */
export function readMoment(value: z.output<typeof Figure>, now: Date): Date | null {
  const ms = Number(value ?? Number.NaN);
  return ms >= EARLIEST && ms <= now.getTime() + DAY ? new Date(ms) : null;
}
