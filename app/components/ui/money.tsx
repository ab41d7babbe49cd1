import { displayMoney } from "#app/lib/money.ts";

type MoneyProps = { amount: string; currency: string; isTotal?: boolean };

/** An amount as people read it. A sum has the bookkeeper's double rule below it, a mere number has not. */
export function Money({ amount, currency, isTotal }: MoneyProps) {
  const text = displayMoney(amount, currency);
  return isTotal ? <span className="total">{text}</span> : text;
}
