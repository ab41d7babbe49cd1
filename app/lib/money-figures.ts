import Decimal from "decimal.js-light";

/** What the figures of a row need. Amounts are decimal text in one currency, null where they are unknown. */
export type MoneyCounts = {
  claims: number;
  verified: number;
  waiting: number;
  value: string | null;
  commission: string | null;
  spend: string | null;
};

export type MoneyFigures = {
  costPerClaim: string | null;
  costPerVerified: string | null;
  /** If all waiting claims were verified; null if none waits. */
  costPerVerifiedIfWaiting: string | null;
  /** The 95% interval of the cost per verified claim while few are verified; `high` has no end at none. */
  costInterval: { low: string; high: string | null } | null;
  returnOnSpend: { value: number | null; commission: number | null };
  /** Commission minus spend. */
  profit: string | null;
};

/** With this many verified claims or more, a cost is shown without its interval. */
const INTERVAL_BELOW = 30;
/** Those of a stored amount. */
const DIGITS = 4;
const Sum = Decimal.clone({ precision: 40 });

/** The figures that follow from what claims brought and ads cost; null where a part is unknown or zero divides. */
export function toMoneyFigures({
  claims,
  verified,
  waiting,
  value,
  commission,
  spend,
}: MoneyCounts): MoneyFigures {
  const perOne = (count: number) =>
    spend === null || count === 0 || new Sum(spend).isZero() ? null : rounded(new Sum(spend).div(count));
  const perSpend = (amount: string | null) =>
    amount === null || spend === null || new Sum(spend).lte(0)
      ? null
      : new Sum(amount).div(spend).toDecimalPlaces(DIGITS).toNumber();
  return {
    costPerClaim: perOne(claims),
    costPerVerified: perOne(verified),
    costPerVerifiedIfWaiting: waiting === 0 ? null : perOne(verified + waiting),
    costInterval: verified < INTERVAL_BELOW ? findCostInterval({ spend, verified }) : null,
    returnOnSpend: { value: perSpend(value), commission: perSpend(commission) },
    profit: commission === null || spend === null ? null : rounded(new Sum(commission).minus(spend)),
  };
}

const rounded = (amount: Decimal) => amount.toDecimalPlaces(DIGITS, Decimal.ROUND_HALF_EVEN).toFixed();

/** The 95% interval of the cost of a verified claim, of any number of them. */
export function findCostInterval({
  spend,
  verified,
}: Pick<MoneyCounts, "spend" | "verified">): MoneyFigures["costInterval"] {
  if (spend === null || new Sum(spend).lte(0)) return null;
  const [least, most] = poissonInterval(verified);
  return {
    low: rounded(new Sum(spend).div(most)),
    high: verified === 0 ? null : rounded(new Sum(spend).div(least)),
  };
}

/** The 95% interval of the mean of a Poisson distribution that gave a count: Garwood's, from 30 on as Byar comes to it. */
export function poissonInterval(count: number): [low: number, high: number] {
  if (count >= INTERVAL_BELOW) return [toBound(count, -Z), toBound(count + 1, Z)];
  const low = count === 0 ? 0 : findMean((mean) => 1 - atMost(count - 1, mean) < 0.025);
  return [low, findMean((mean) => atMost(count, mean) > 0.025)];
}

/** The quantile of the normal distribution for 95%. */
const Z = 1.959963984540054;
const toBound = (count: number, z: number) => count * (1 - 1 / (9 * count) + z / (3 * Math.sqrt(count))) ** 3;

/** How likely a count is at most this. */
function atMost(count: number, mean: number): number {
  let term = Math.exp(-mean);
  let sum = term;
  for (let index = 1; index <= count; index += 1) {
    term *= mean / index;
    sum += term;
  }
  return sum;
}

/** The mean up to which a condition holds. */
function findMean(isBelow: (mean: number) => boolean): number {
  let [low, high] = [0, 4 * INTERVAL_BELOW];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return low;
}
