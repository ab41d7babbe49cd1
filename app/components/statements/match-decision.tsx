import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { ReasonChoices } from "#app/components/submissions/reject-form.tsx";
import { Key } from "#app/components/submissions/review-keys.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Menu } from "#app/components/ui/menu.tsx";
import { DECISION_REASONS, type DecisionReason } from "#app/lib/domain.ts";
import { displayMoney } from "#app/lib/money.ts";
import type { StatementMatchResponse, StatementResponse } from "#app/schemas/statements.ts";
import styles from "./match-decision.module.css";

type MatchDecisionProps = {
  statement: StatementResponse;
  match: StatementMatchResponse;
  /** Whether keys decide this match. */
  hasKeys: boolean;
};

/** Verifies or rejects the claims of a match. */
export function MatchDecision({ statement, match, hasKeys }: MatchDecisionProps) {
  const { verifiedAmount, currency, group } = match;
  const version = <input type="hidden" name="version" value={statement.version} />;
  return (
    <div className={layout.row}>
      {group === "unmatchedClaims" ? null : (
        <PostForm intent="decide" preventScrollReset>
          {version}
          <input type="hidden" name="status" value="handled" />
          <SubmitButton
            kind="attest"
            name="matchId"
            value={match.id}
            pending="Verifying"
            {...(hasKeys ? { shortcut: "a" } : {})}
          >
            {verifiedAmount && currency ? `Verify ${displayMoney(verifiedAmount, currency)}` : "Verify"}
            {hasKeys ? <Key>a</Key> : null}
          </SubmitButton>
        </PostForm>
      )}
      {group === "rejected" ? null : (
        <Menu
          opensAt="start"
          {...(hasKeys ? { shortcut: "r" } : {})}
          summary={
            <>
              Reject…
              {hasKeys ? <Key>r</Key> : null}
            </>
          }
        >
          <PostForm intent="decide" preventScrollReset className={styles.reasons}>
            {version}
            <input type="hidden" name="status" value="rejected" />
            <ReasonChoices reasons={REASONS} chosen={usualReason(match)} />
            <SubmitButton kind="danger" isSmall name="matchId" value={match.id} pending="Rejecting">
              Reject
            </SubmitButton>
          </PostForm>
        </Menu>
      )}
    </div>
  );
}

/** The others need words of their own: those are written in the claim itself. */
const REASONS = DECISION_REASONS.filter((reason) => reason !== "other");

function usualReason({ group, amountDiffers }: StatementMatchResponse): DecisionReason {
  if (group === "unmatchedClaims") return "not_in_statement";
  return amountDiffers ? "wrong_amount" : "not_found";
}
