import { Link } from "@remix-run/react";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { RuleResponse } from "#app/schemas/rules.ts";

type RuleStatusProps = { rule: RuleResponse; platformId: string };

/** What a rule does, and how it did. */
export function RuleStatus({ rule, platformId }: RuleStatusProps) {
  const { decided, doubted, decidedToday, perDay } = rule;
  return (
    <Panel title={titleOf(rule)}>
      <PanelBody>
        <p>{sentenceOf(rule)}</p>
        <p className={text.secondary}>
          Today {formatNumber(decidedToday)} of {formatNumber(perDay)}. In the last 30 days{" "}
          <Link to={paths.submissions({ decidedBy: "rule", platform: platformId })}>
            {formatNumber(decided)} verified
          </Link>
          {doubted === 0
            ? ", none of them turned out wrong."
            : `, ${formatNumber(doubted)} turned out wrong.`}
        </p>
      </PanelBody>
    </Panel>
  );
}

function titleOf({ isOn, pausedBecause }: RuleResponse): string {
  if (!isOn) return "The rule is off";
  return pausedBecause ? "The rule is paused" : "The rule is on";
}

function sentenceOf({ isOn, pausedBecause }: RuleResponse): string {
  if (!isOn) return "You verify every claim yourself.";
  if (pausedBecause === "limit")
    return "It has verified as many claims as it may today, and goes on tomorrow.";
  if (pausedBecause === "doubts")
    return "Too much of what it verified turned out wrong. Look at these claims, then save the rule again to turn it on.";
  return "It verifies what the broker says for certain. Everything else waits for you.";
}
