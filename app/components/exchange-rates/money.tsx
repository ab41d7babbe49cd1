import clsx from "clsx";
import text from "#app/components/ui/text.module.css";
import { type Money as Amount, sumIn } from "#app/lib/commission.ts";
import { findRate, findWithoutRate } from "#app/lib/exchange.ts";
import { dayInYear } from "#app/lib/format-date.ts";
import { displayMoney } from "#app/lib/money.ts";
import { useCurrency } from "./currency-context.tsx";
import { describeNoRate } from "./no-rate.tsx";

type LookProps = {
  isTotal?: boolean;
  /** The original below, as in a table's cell; beside it otherwise. */
  isStacked?: boolean;
};

const show = ({ amount, currency }: Amount) => displayMoney(amount, currency);
const showAll = (amounts: Amount[]) => amounts.map(show).join(" + ");

/**
 * Formats an amount. In the dashboard it is in the account's currency, with the original and the day of the
 * rate beside it. A sum has a double rule below it.
 */
export function MoneyText({ amount, currency, ...look }: Amount & LookProps) {
  return <Converted parts={[{ amount, currency }]} {...look} />;
}

/**
 * The sum of amounts in several currencies. Amounts without a rate to the account's currency stay in their
 * own, with the reason.
 */
export function MoneySum({ parts, ...look }: { parts: Amount[] } & LookProps) {
  const context = useCurrency();
  const lacking = context
    ? findWithoutRate(
        parts.map((part) => part.currency),
        context.currency,
        context.conversion,
      )
    : [];
  return (
    <>
      <Converted parts={parts} {...look} />
      {context && lacking.length > 0 ? (
        <span className={clsx(text.small, look.isStacked && text.block)}>
          {" "}
          {look.isStacked ? noRate(lacking, context) : `(${noRate(lacking, context)})`}
        </span>
      ) : null}
    </>
  );
}

const noRate = (from: string[], { currency }: { currency: string }) => describeNoRate({ from, to: currency });

function Converted({ parts, isTotal, isStacked }: { parts: Amount[] } & LookProps) {
  const context = useCurrency();
  const look = (amount: string) => (isTotal ? <span className={text.total}>{amount}</span> : amount);
  const originals = showAll(parts);
  if (!context || parts.every(({ currency }) => currency === context.currency)) return look(originals);
  const { amount, left } = sumIn(context.currency, parts, context.conversion);
  if (left.length === parts.length) return look(originals);
  const isOfBank = parts.some(
    (part) => findRate(part.currency, context.currency, context.conversion)?.isOfBank === true,
  );
  const day = isOfBank ? `${dayInYear(context.date)} rate` : "your rate";
  const converted = `≈\u00a0${showAll([{ amount, currency: context.currency }, ...left])}`;
  return (
    <>
      {look(converted)}{" "}
      {isStacked ? (
        <span className={clsx(text.small, text.block)}>
          {originals}, {day}
        </span>
      ) : (
        <span className={text.small}>
          ({originals}, {day})
        </span>
      )}
    </>
  );
}
