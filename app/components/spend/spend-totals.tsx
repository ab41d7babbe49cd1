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
  const counted = (label: string, name: "impressions" | "clicks" | "conversions") => ({
    label,
    href,
    value: showCount(totals[name]),
    ...(previous && previous[name] !== null ? { detail: `${showCount(previous[name])} before` } : {}),
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
                    <SpendAmount {...previous} currency={currency} /> before
                  </>
                ),
              }
            : {}),
        },
        counted("Impressions", "impressions"),
        counted("Clicks", "clicks"),
        counted("Conversions by the ad platforms", "conversions"),
      ]}
    />
  );
}

/** A dash where nobody says it: that is not zero. */
export const showCount = (count: number | string | null): string =>
  count === null ? "–" : formatNumber(Number(count));
