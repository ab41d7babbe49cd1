import clsx from "clsx";
import type { KeyValue } from "#app/components/ui/key-values.tsx";
import text from "#app/components/ui/text.module.css";
import { dayInYear, monthAndYear, shortDate } from "#app/lib/format-date.ts";
import { displayMoney } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { worthStateWords } from "#app/lib/worth.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";

type Worth = NonNullable<SubmissionResponse["worth"]>;

/** What the claim's client is worth by the broker's contract, and what is known of the client since. */
export function toWorthDetails({ worth }: SubmissionResponse): KeyValue[] {
  if (!worth) return [];
  const lines = [
    ...worth.lacks.map((lack) => describeLack(lack, worth)),
    ...(worth.lacksFrom ? [`no figures since ${monthAndYear(worth.lacksFrom)}`] : []),
    ...worth.paid.map(({ amount, currency }) => `${displayMoney(amount, currency)} paid by the broker`),
  ];
  const life = describeLife(worth);
  return [
    {
      label: "Worth",
      value: (
        <>
          {worth.amount && worth.currency ? displayMoney(worth.amount, worth.currency) : null}{" "}
          <span className={text.small}>
            {worthStateWords[worth.state].toLowerCase()}
            {worth.qualifiedOn ? ` on ${shortDate(worth.qualifiedOn)}` : null}
          </span>
          {lines.map((line) => (
            <span key={line} className={clsx(text.small, text.block)}>
              {line}
            </span>
          ))}
        </>
      ),
    },
    ...(life.length > 0 ? [{ label: "Since then", value: life.join(", ") }] : []),
  ];
}

const UNITS = { lots: "lots", trades: "trades" } as const;

function describeLack({ what, amount, until }: Worth["lacks"][number], { currency }: Worth): string {
  const how =
    what === "deposit"
      ? amount && currency
        ? `${displayMoney(amount, currency)} of deposits`
        : "its first deposit"
      : `${amount ? `${formatNumber(Number(amount))} ` : ""}${UNITS[what]}`;
  return `lacks ${how}${until ? `, until ${dayInYear(until)}` : ""}`;
}

function describeLife({ deposits, lots, withdrawn, currency, leftAt, lastActiveAt }: Worth): string[] {
  return [
    ...(deposits > 1 ? [`${formatNumber(deposits)} deposits`] : []),
    ...(Number(lots) > 0 ? [`${formatNumber(Number(lots))} lots`] : []),
    ...(withdrawn && currency && Number(withdrawn) > 0
      ? [`${displayMoney(withdrawn, currency)} withdrawn`]
      : []),
    ...(leftAt
      ? [`left on ${shortDate(leftAt.slice(0, 10))}`]
      : lastActiveAt
        ? [`last active on ${shortDate(lastActiveAt.slice(0, 10))}`]
        : []),
  ];
}
