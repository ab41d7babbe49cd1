import { useCurrency } from "#app/components/currency.tsx";
import { convert } from "#app/lib/exchange.ts";
import { dayInYear, shortDate } from "#app/lib/moments.ts";
import { displayMoney } from "#app/lib/money.ts";

type MoneyProps = {
  amount: string;
  currency: string;
  isTotal?: boolean;
  /** The original below, as in a table's cell; beside it otherwise. */
  isStacked?: boolean;
};

/**
 * An amount as people read it. In the dashboard it is shown in the account's currency, with the original and the day of the rate beside it.
 * A sum has the bookkeeper's double rule below it, a mere number has not.
 */
export function Money({ amount, currency, isTotal, isStacked }: MoneyProps) {
  const context = useCurrency();
  const original = displayMoney(amount, currency);
  const converted =
    context && context.currency !== currency
      ? convert({ amount, currency }, context.currency, context.exchangeRates)
      : null;
  const text =
    context && converted !== null ? `≈\u00a0${displayMoney(converted, context.currency)}` : original;
  const shown = isTotal ? <span className="total">{text}</span> : text;
  if (!context || converted === null) return shown;
  return (
    <>
      {shown}{" "}
      {isStacked ? (
        <span className="meta block">
          {original}, {dayInYear(context.date)} rate
        </span>
      ) : (
        <span className="meta">
          ({original} at the rate of {shortDate(context.date)})
        </span>
      )}
    </>
  );
}
