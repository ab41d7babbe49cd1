import text from "#app/components/ui/text.module.css";
import { displayMoney } from "#app/lib/money.ts";
import type { StatementMatchResponse } from "#app/schemas/statements.ts";

type MatchCommissionProps = { commission: NonNullable<StatementMatchResponse["commission"]> };

/** What a match earns, beside what the file pays for it. */
export function MatchCommission({ commission }: MatchCommissionProps) {
  const { expected, paid, difference, currency, reason } = commission;
  const show = (amount: string) => displayMoney(amount, currency);
  const figures = [
    ...(expected === null ? [] : [`${show(expected)} expected`]),
    ...(paid === null ? [] : [`${show(paid)} in the file`]),
    ...(difference === null || paid === null || Number(difference) === 0
      ? []
      : [`difference ${show(difference)}`]),
  ];
  return (
    <div className={text.small}>
      Commission: {figures.join(", ")}.{reason ? ` ${reason}` : null}
    </div>
  );
}
