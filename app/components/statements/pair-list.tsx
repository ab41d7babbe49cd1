import { Link } from "@remix-run/react";
import clsx from "clsx";
import { useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { usePageLinks } from "#app/components/filters/use-query-links.ts";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useFormSettled } from "#app/components/forms/use-form-settled.ts";
import { Key } from "#app/components/submissions/review-keys.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { focusMain } from "#app/components/ui/focus-main.ts";
import layout from "#app/components/ui/layout.module.css";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import { displayMoneyIn } from "#app/lib/money.ts";
import { paths } from "#app/paths.ts";
import type { StatementResponse } from "#app/schemas/statements.ts";
import styles from "./match-item.module.css";
import type { ShownMatch } from "./match-item.tsx";
import { MatchSides } from "./match-sides.tsx";
import { emptyGroups } from "./statement-state.ts";

type PairListProps = {
  statement: StatementResponse;
  pairs: ShownMatch[];
  pagination: { total: number; page: number; limit: number; pages: number };
  canDecide: boolean;
};

/** Each claim beside a client who may be its person. The first one is answered by keys. */
export function PairList({ statement, pairs, pagination, canDecide }: PairListProps) {
  const toPage = usePageLinks();
  const hasKeys = useHydrated() && canDecide && statement.status === "ready";
  const first = useRef<HTMLLIElement>(null);
  useFormSettled((sent) => {
    if (!["pair", "skip"].includes(String(sent.get("intent")))) return;
    if (first.current) first.current.focus();
    else focusMain();
  });
  if (pairs.length === 0)
    return (
      <EmptyState
        title={emptyGroups.pairs}
        actions={<Link to={paths.statement({ id: statement.id })}>Back to the statement</Link>}
      >
        Claims of the next file are paired again where they have no number.
      </EmptyState>
    );
  return (
    <>
      <Card>
        <Rows isWrapping>
          {pairs.map((pair, index) => (
            <li
              key={pair.id}
              ref={index === 0 ? first : undefined}
              tabIndex={-1}
              className={clsx(index === 0 && hasKeys && styles.current)}
              aria-label={pair.claims[0]?.email}
            >
              <div className={clsx(styles.match, styles.alone)}>
                {pair.sides ? <MatchSides sides={pair.sides} lines={pair.lines} /> : null}
                <ul className={styles.reasons}>
                  {pair.reasons.map((reason) => (
                    <li key={reason.text} className={reason.for ? undefined : text.copper}>
                      {displayMoneyIn(reason.text)}
                    </li>
                  ))}
                </ul>
              </div>
              {canDecide && statement.status === "ready" ? (
                <Answers statement={statement} pair={pair} hasKeys={index === 0 && hasKeys} />
              ) : null}
            </li>
          ))}
        </Rows>
      </Card>
      {pagination.pages > 1 ? <Pagination pagination={pagination} toPage={toPage} /> : null}
    </>
  );
}

type AnswersProps = { statement: StatementResponse; pair: ShownMatch; hasKeys: boolean };

function Answers({ statement, pair, hasKeys }: AnswersProps) {
  return (
    <div className={layout.row}>
      <PostForm intent="pair" preventScrollReset>
        <input type="hidden" name="line" value={pair.lines[0]} />
        <input type="hidden" name="version" value={statement.version} />
        <SubmitButton
          kind="attest"
          isSmall
          name="submissionId"
          value={pair.submissionIds[0] ?? ""}
          pending="Verifying"
          {...(hasKeys ? { shortcut: "a" } : {})}
        >
          Yes, verify
          {hasKeys ? <Key>a</Key> : null}
        </SubmitButton>
      </PostForm>
      <PostForm intent="skip" preventScrollReset>
        <SubmitButton
          isSmall
          name="matchId"
          value={pair.id}
          pending="Leaving out"
          {...(hasKeys ? { shortcut: "r" } : {})}
        >
          No
          {hasKeys ? <Key>r</Key> : null}
        </SubmitButton>
      </PostForm>
    </div>
  );
}
