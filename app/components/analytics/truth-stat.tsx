import type { Stat } from "#app/components/ui/stats.tsx";
import text from "#app/components/ui/text.module.css";
import type { Days } from "#app/lib/periods.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { describeByStatement, describeTruth, type Truth } from "#app/lib/truth.ts";
import { paths } from "#app/paths.ts";
import type { FiguresResponse } from "#app/schemas/statistics.ts";

type Figures = Pick<FiguresResponse, "truth" | "byStatement" | "from" | "to">;
type TruthStatProps = { label: string; truth: Truth; days: Days; before?: Truth | undefined };

/** The truth rate of some days, with its interval while few claims are decided. */
export function truthStat({ label, truth, days: { from, to }, before }: TruthStatProps): Stat {
  const { rate, of, interval, waiting } = describeTruth(truth);
  const details = [
    interval && `95% interval ${interval}`,
    waiting,
    before && before.share !== null ? `${describeTruth(before).rate} before` : null,
  ];
  return {
    label,
    value: rate,
    of,
    detail: details.filter(Boolean).map((detail) => (
      <span key={detail} className={text.block}>
        {detail}{" "}
      </span>
    )),
    href: paths.submissions({ from, to, truth: truth.decided > 0 ? "decided" : "waiting" }),
  };
}

/** How many of the decided claims statements have confirmed; nothing where none has. */
export function statementStats({ truth, byStatement, from, to }: Figures): Stat[] {
  if (byStatement.confirmed === 0) return [];
  return [
    {
      label: "By statement",
      value: describeByStatement(byStatement, truth),
      of: `of ${formatNumber(truth.decided)} decided`,
      detail: `${formatNumber(byStatement.confirmed)} confirmed`,
      href: paths.submissions({ from, to, truth: "confirmed" }),
    },
  ];
}
