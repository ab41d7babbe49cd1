import type { Interval } from "#app/lib/dates.ts";
import { type ClientFactGrain, type ClientFactKind, FIGURE_LIMITS } from "#app/lib/evidence.ts";

/** What a row of a file, a postback or an answer says of its client. */
export type ListedFact = {
  kind: ClientFactKind;
  grain: ClientFactGrain;
  at: Interval;
  day: string;
  lastDay: string | null;
  /** The days that the file is of. */
  coversFrom: string | null;
  coversTo: string | null;
  /** Of a file; 0 of other sources. */
  line: number;
  /** What tells its client from the others. */
  client: string;
  submissionIds: string[];
  amount: string | null;
  currency: string | null;
  lots: string | null;
  trades: number | null;
  turnover: string | null;
  revenue: string | null;
};

export const NO_FIGURES = { lots: null, trades: null, turnover: null, revenue: null };
type Figures = Pick<ListedFact, keyof typeof NO_FIGURES>;

type Money = { amount: string | null; currency: string | null };

/** For a deposit in a coin, some brokers state only its value in another currency. */
export const statedMoney = ({
  amount,
  currency,
  convertedAmount,
  convertedCurrency,
}: Money & { convertedAmount: string | null; convertedCurrency: string | null }): Money =>
  amount === null && convertedAmount !== null
    ? { amount: convertedAmount, currency: convertedCurrency }
    : { amount, currency };

/** What money a row says goes in or out, or is taken back, as what was said of it is kept; null for none. */
export function toMoney(
  kind: "deposit" | "first_deposit" | "withdrawal" | "reversal",
  { amount, currency }: Money,
): (Money & { kind: typeof kind }) | null {
  if (isOver(amount, FIGURE_LIMITS.money)) return null;
  const isOut = kind === "withdrawal" || kind === "reversal";
  // What is taken back may be said without its amount.
  if (amount === null) return kind === "reversal" ? { kind, amount, currency: null } : null;
  // Some brokers write what goes out with a sign.
  const size = isOut ? amount.replace(/^-/, "") : amount;
  return Number(size) > 0 ? { kind, amount: size, currency } : null;
}

/** What was traded, without figures that no column holds; null where nothing is said. */
export function toTraded({ lots, trades, turnover, revenue }: Figures): Figures | null {
  const { money, turnover: turnoverMax, trades: tradesMax } = FIGURE_LIMITS;
  const figures = {
    lots: isOver(lots, money) ? null : lots,
    trades: isOver(trades, tradesMax) ? null : trades,
    turnover: isOver(turnover, turnoverMax) ? null : turnover,
    revenue: isOver(revenue, money) ? null : revenue,
  };
  return Object.values(figures).some((figure) => figure !== null) ? figures : null;
}

export const isOver = (figure: string | number | null | undefined, max: number): boolean =>
  Math.abs(Number(figure ?? 0)) > max;
