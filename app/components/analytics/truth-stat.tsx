import type { Stat } from "#app/components/ui/stats.tsx";
import text from "#app/components/ui/text.module.css";
import type { Days } from "#app/lib/periods.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { describeByStatement, describeTruth, type Truth } from "#app/lib/truth.ts";
import { paths } from "#app/paths.ts";
import type { FiguresResponse } from "#app/schemas/statistics.ts";

/** The claims that figures are of, as filters of the list. */
export type Shown = Days & { form?: string };
type Figures = Pick<FiguresResponse, "truth" | "byStatement">;
type TruthStatProps = { label: string; truth: Truth; shown: Shown; before?: Truth | undefined };

/** The truth rate of some days, with its interval while few claims are decided. */
export function truthStat({ label, truth, shown, before }: TruthStatProps): Stat {
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
    href: paths.submissions({ ...shown, truth: truth.decided > 0 ? "decided" : "waiting" }),
  };
}

/** How many of the decided claims statements have confirmed; nothing where none has. */
export function statementStats({ truth, byStatement }: Figures, shown: Shown): Stat[] {
  if (byStatement.confirmed === 0) return [];
  return [
    {
      label: "By statement",
      value: describeByStatement(byStatement, truth),
      of: `of ${formatNumber(truth.decided)} decided`,
      detail: `${formatNumber(byStatement.confirmed)} confirmed`,
      href: paths.submissions({ ...shown, truth: "confirmed" }),
    },
  ];
}
