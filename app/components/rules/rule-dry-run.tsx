import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { getKeys } from "#app/lib/objects.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { RULE_DAYS, RULE_REFUSALS, type RuleRefusal } from "#app/lib/verification-rules.ts";

type RuleDryRunProps = {
  tried: {
    wouldDecide: number;
    claims: number;
    overLimit: number;
    refusals: Partial<Record<RuleRefusal, number>>;
  };
};

/** What a rule would have verified, and why it would have left the others to a member. */
export function RuleDryRun({ tried: { wouldDecide, claims, overLimit, refusals } }: RuleDryRunProps) {
  const left = getKeys(RULE_REFUSALS).flatMap((because) => {
    const count = refusals[because] ?? 0;
    return count > 0 ? [{ because, count }] : [];
  });
  return (
    <Panel title="What it would have verified">
      <PanelBody>
        <p role="status">
          {formatNumber(wouldDecide)} of {formatNumber(claims)} {claims === 1 ? "claim" : "claims"} of the
          last {RULE_DAYS} days. Nothing is saved yet.
        </p>
        {left.length + overLimit > 0 ? (
          <>
            <p className={text.secondary}>Of those of which the broker says something, you would have had:</p>
            <ul>
              {left.map(({ because, count }) => (
                <li key={because}>
                  {formatNumber(count)}: {RULE_REFUSALS[because]}
                </li>
              ))}
              {overLimit > 0 ? <li>{formatNumber(overLimit)}: the limit of a day was reached</li> : null}
            </ul>
          </>
        ) : null}
      </PanelBody>
    </Panel>
  );
}
