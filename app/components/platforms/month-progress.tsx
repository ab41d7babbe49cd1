import { Bar } from "#app/components/ui/bar.tsx";
import { Money } from "#app/components/ui/money.tsx";
import type { ProgressAnswer } from "#app/schemas/platforms.ts";

/** What a platform's month has brought, and how far the next tier is. */
export function MonthProgress({ progress }: { progress: ProgressAnswer }) {
  const { total, earned, tier, next, percent, withoutRate } = progress;
  return (
    <div className="progress">
      <p className="meta">
        <b className="strong">
          <Money {...earned} />
        </b>{" "}
        earned of <Money {...total} /> verified this month{tier ? `, ${tier}` : ""}
        {next ? (
          <>
            {" "}
            · <Money {...next.missing} /> more until {next.tier}
          </>
        ) : null}
      </p>
      {next ? <Bar percent={percent} /> : null}
      {withoutRate.length > 0 ? (
        <p className="meta copper">
          Amounts in {withoutRate.join(", ")} are not counted: the bank publishes no rate for{" "}
          {withoutRate.length === 1 ? "it" : "them"}.
        </p>
      ) : null}
    </div>
  );
}
