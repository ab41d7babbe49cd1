import { displayMoney } from "#app/lib/money.ts";
import type { MoneyLine } from "#app/lib/money-columns.ts";
import styles from "./cost-range.module.css";
import { describeRange } from "./values.ts";

type Ranged = Pick<MoneyLine, "values" | "costRange" | "earnedPerVerified">;

/** Where an amount is drawn, from 0 to 100. */
export type CostScale = (amount: number) => number;

/** Beyond it the end of an interval is not drawn: of one deposit it is 40 times the cost. */
const FAR = 3;

/** One scale for all rows of a table, so that they can be compared: by proportion, as intervals are. */
export function createCostScale(rows: Ranged[]): CostScale {
  const known = (amounts: (string | null | undefined)[]) =>
    amounts.map(Number).filter((amount) => Number.isFinite(amount) && amount > 0);
  const near = known(
    rows.flatMap(({ values, earnedPerVerified }) => [values.costPerVerified, earnedPerVerified]),
  );
  const lows = known(rows.map(({ costRange }) => costRange?.low));
  const highs = known(rows.map(({ costRange }) => costRange?.high));
  const least = Math.min(...near, ...lows);
  const most = Math.max(...near, ...lows);
  const end = Math.min(Math.max(most, ...highs), most * FAR);
  const width = Math.log(end / least);
  return (amount) =>
    width > 0 ? Math.min(1, Math.max(0, Math.log(Math.max(amount, least) / least) / width)) * 94 + 3 : 50;
}

const percent = (place: number) => `${place.toFixed(1)}%`;

/** Where a cost lies, and where it is no longer earned; nothing where it is unknown. */
export function CostRange({ row, scale, currency }: { row: Ranged; scale: CostScale; currency: string }) {
  const { costRange, values, earnedPerVerified } = row;
  if (!costRange) return null;
  const low = scale(Number(costRange.low));
  const high = costRange.high === null ? 100 : scale(Number(costRange.high));
  const isOpen = high >= 97;
  const cost = values.costPerVerified;
  const earned = Number(earnedPerVerified ?? 0) > 0 ? earnedPerVerified : null;
  const label = [
    `Likely ${describeRange(costRange, currency)}`,
    ...(earned === null ? [] : [`a deposit earns ${displayMoney(earned, currency)}`]),
  ].join("; ");
  return (
    <svg className={styles.range} role="img" aria-label={label}>
      <line className={styles.ground} x1="0" x2="100%" y1="8" y2="8" />
      <line className={styles.interval} x1={percent(low)} x2={percent(isOpen ? 100 : high)} y1="8" y2="8" />
      <line className={styles.end} x1={percent(low)} x2={percent(low)} y1="4" y2="12" />
      {isOpen ? null : <line className={styles.end} x1={percent(high)} x2={percent(high)} y1="4" y2="12" />}
      {earned === null ? null : (
        <line
          className={styles.earned}
          x1={percent(scale(Number(earned)))}
          x2={percent(scale(Number(earned)))}
          y1="0"
          y2="16"
        />
      )}
      {cost === null ? null : (
        <circle className={styles.cost} cx={percent(scale(Number(cost)))} cy="8" r="3.5" />
      )}
    </svg>
  );
}
