import { Stats } from "#app/components/ui/stats.tsx";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { SpendTotalsResponse } from "#app/schemas/spend.ts";
import { SpendAmount } from "./spend-amount.tsx";

type SpendTotalsProps = {
  totals: SpendTotalsResponse;
  /** Those of the range that it is compared with. */
  previous: SpendTotalsResponse | null;
  currency: string;
  href: string;
};

/** What a range of days cost, and what the ad platforms count for it. */
export function SpendTotals({ totals, previous, currency, href }: SpendTotalsProps) {
  const counted = (label: string, name: "impressions" | "clicks") => ({
    ...{ label, href, value: showCount(totals[name]) },
    ...(previous ? { detail: `previously ${showCount(previous[name])}` } : {}),
  });
  return (
    <Stats
      label="Totals"
      stats={[
        {
          label: "Spend",
          value: <SpendAmount {...totals} currency={currency} />,
          href,
          ...(previous
            ? {
                detail: (
                  <>
                    previously <SpendAmount {...previous} currency={currency} />
                  </>
                ),
              }
            : {}),
        },
        counted("Impressions", "impressions"),
        counted("Clicks", "clicks"),
        {
          label: "Conversions by the ad platforms",
          value: showCount(totals.conversions),
          href,
          ...(previous ? { detail: `previously ${showCount(previous.conversions)}` } : {}),
        },
      ]}
    />
  );
}

/** A dash where nobody says it: that is not zero. */
export const showCount = (count: number | string | null): string =>
  count === null ? "–" : formatNumber(Number(count));
