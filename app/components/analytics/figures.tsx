import { MoneyText } from "#app/components/exchange-rates/money.tsx";
import { type Stat, Stats } from "#app/components/ui/stats.tsx";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { StatisticsResponse } from "#app/schemas/statistics.ts";
import { evidenceStats, type Shown, truthStat } from "./truth-stat.tsx";

/** The figures of a range, each with what it was in the range it is compared with. */
export function Figures({ statistics, shown }: { statistics: StatisticsResponse; shown: Shown }) {
  const { previous } = statistics;
  const rows = (filter: Record<string, string> = {}) => paths.submissions({ ...shown, ...filter });
  const counted = (label: string, name: "total" | "handled" | "sent", href: string): Stat => ({
    label,
    value: formatNumber(statistics[name]),
    href,
    ...(previous ? { detail: change(statistics[name], previous[name]) } : {}),
  });
  return (
    <Stats
      label="Figures"
      stats={[
        counted("Claimed", "total", rows()),
        counted("Verified", "handled", rows({ status: "handled" })),
        truthStat({
          label: "Truth rate",
          truth: statistics.truth,
          shown,
          before: previous?.truth,
        }),
        ...evidenceStats(statistics, shown),
        counted("Accepted", "sent", rows({ event: "sent" })),
        {
          label: "Commission",
          value: <MoneyText {...statistics.commission} isTotal />,
          href: rows({ status: "handled" }),
          ...(previous
            ? {
                detail: (
                  <>
                    previously <MoneyText {...previous.commission} />
                  </>
                ),
              }
            : {}),
        },
      ]}
    />
  );
}

/** "12% more than 50", "same as before" */
function change(now: number, before: number): string {
  if (now === before) return "same as before";
  if (before === 0) return "none before";
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  return `${formatNumber(percent)}% ${now > before ? "more" : "fewer"} than ${formatNumber(before)}`;
}
