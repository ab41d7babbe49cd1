import clsx from "clsx";
import { MoneySum, MoneyText } from "#app/components/exchange-rates/money.tsx";
import { NoRate } from "#app/components/exchange-rates/no-rate.tsx";
import { Bar } from "#app/components/ui/bar.tsx";
import text from "#app/components/ui/text.module.css";
import { displayMoney } from "#app/lib/money.ts";
import type { ProgressResponse } from "#app/schemas/platforms.ts";
import styles from "./month-progress.module.css";

/** The currencies that a platform's month shows. */
export const currenciesIn = ({ verified, earned, total }: ProgressResponse): string[] =>
  [...verified, ...earned, total].map(({ currency }) => currency);

/** A platform's month's total, its commission, and the distance to the next tier. */
export function MonthProgress({ progress, className }: { progress: ProgressResponse; className?: string }) {
  const { verified, earned, uncounted, tier, next, percent, total } = progress;
  return (
    <div className={clsx(styles.progress, className)}>
      <dl className={styles.month}>
        <div>
          <dt className={text.label}>Earned this month</dt>
          <dd>
            <b className={text.strong}>
              <MoneySum parts={earned} isStacked />
            </b>
          </dd>
        </div>
        <div>
          <dt className={text.label}>
            Verified
            {next && tier ? (
              <>
                , <bdi>{tier}</bdi>
              </>
            ) : null}
          </dt>
          <dd>
            <MoneySum parts={verified} isStacked />
          </dd>
        </div>
        {next ? (
          <div>
            <dt className={text.label}>
              To <bdi>{next.tier}</bdi>
            </dt>
            <dd>
              <MoneyText {...next.missing} isStacked />
            </dd>
          </div>
        ) : tier ? (
          <div>
            <dt className={text.label}>Tier</dt>
            <dd>
              <bdi>{tier}</bdi>, the highest
            </dd>
          </div>
        ) : null}
      </dl>
      {next ? <Bar percent={percent} /> : null}
      {uncounted.length > 0 ? (
        <p className={clsx(text.small, text.copper)}>
          {uncounted.map(({ amount, currency }) => displayMoney(amount, currency)).join(" + ")} does not count
          towards the tiers: <NoRate from={uncounted.map(({ currency }) => currency)} to={total.currency} />.
        </p>
      ) : null}
    </div>
  );
}
