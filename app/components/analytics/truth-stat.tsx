import type { Stat } from "#app/components/ui/stats.tsx";
import text from "#app/components/ui/text.module.css";
import { EVIDENCE_SOURCES, type EvidenceSource } from "#app/lib/evidence.ts";
import type { Days } from "#app/lib/periods.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { describeByEvidence, describeTruth, describeWithWaiting, type Truth } from "#app/lib/truth.ts";
import { paths } from "#app/paths.ts";
import type { FiguresResponse } from "#app/schemas/statistics.ts";

/** The claims that figures are of, as filters of the list. */
export type Shown = Days & { form?: string };
type Figures = Pick<FiguresResponse, "truth" | "byEvidence">;
type TruthStatProps = { label: string; truth: Truth; shown: Shown; before?: Truth | undefined };

/**
 * The truth rate of some days, with its interval while few claims are decided. With a rule, which decides the easy
 * claims first, the share of all claims that had time to be decided comes before it.
 */
export function truthStat({ label, truth, shown, before }: TruthStatProps): Stat {
  const { rate, of, interval, waiting } = describeTruth(truth);
  const first = truth.withWaiting && describeWithWaiting(truth.withWaiting);
  const details = [
    first ? `${rate} ${of}` : null,
    interval && `95% interval ${interval}`,
    waiting,
    before && before.share !== null ? `${describeTruth(before).rate} before` : null,
  ];
  return {
    label,
    value: first?.rate ?? rate,
    of: first?.of ?? of,
    detail: details.filter(Boolean).map((detail) => (
      <span key={detail} className={text.block}>
        {detail}{" "}
      </span>
    )),
    href: paths.submissions({ ...shown, truth: truth.decided > 0 ? "decided" : "waiting" }),
  };
}

const SOURCES: Record<EvidenceSource, string> = {
  statement: "by statement",
  postback: "by postback",
  api: "by the broker’s API",
};

/** How many of the decided claims brokers have confirmed, and how; nothing where none is. */
export function evidenceStats({ truth, byEvidence }: Figures, shown: Shown): Stat[] {
  const { confirmed, byRule, sources } = byEvidence;
  if (confirmed === 0) return [];
  const counted = EVIDENCE_SOURCES.filter((source) => sources[source] > 0);
  const details = [
    ...counted.map((source) => `${formatNumber(sources[source])} ${SOURCES[source]}`),
    ...(byRule > 0 ? [`${formatNumber(byRule)} decided by a rule`] : []),
  ];
  const isByStatements = counted.every((source) => source === "statement");
  return [
    {
      label: "Confirmed by brokers",
      value: describeByEvidence(byEvidence, truth),
      of: `of ${formatNumber(truth.decided)} decided`,
      detail: details.join(", "),
      href: paths.submissions({
        ...shown,
        ...(isByStatements ? { truth: "confirmed" } : { truth: "verified", evidence: "certain" }),
      }),
    },
  ];
}
