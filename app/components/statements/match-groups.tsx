import { Link } from "@remix-run/react";
import { MoneyText } from "#app/components/exchange-rates/money.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import { type Tab, Tabs } from "#app/components/ui/tabs.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { STATEMENT_GROUPS, type StatementGroup } from "#app/lib/statements.ts";
import { paths } from "#app/paths.ts";
import type { StatementMatchResponse, StatementResponse } from "#app/schemas/statements.ts";
import { MatchCommission } from "./match-commission.tsx";
import styles from "./match-groups.module.css";
import { groupHints, groupNames } from "./statement-state.ts";

type MatchGroupsProps = {
  statement: StatementResponse;
  group: StatementGroup;
  matches: StatementMatchResponse[];
  pagination: { total: number; page: number; limit: number; pages: number };
  canDecide: boolean;
  view: { timeZone: string; now: string };
};

/** What was found, by group: each claim beside the lines that confirm it, with the reasons. */
export function MatchGroups({ statement, group, matches, pagination, canDecide, view }: MatchGroupsProps) {
  const tabs = STATEMENT_GROUPS.map(
    (one): Tab => ({
      label: groupNames[one],
      to: paths.statement({ id: statement.id, group: one }),
      isCurrent: one === group,
      count: statement.groups?.[one].count ?? 0,
      ...(one === "contradicted" ? { tone: "copper" as const } : {}),
    }),
  );
  return (
    <>
      <Tabs label="Groups" tabs={tabs} />
      <Panel title={groupNames[group]}>
        <PanelBody>
          <p className={text.secondary}>{groupHints[group]}</p>
        </PanelBody>
        {matches.length > 0 ? (
          <Rows isWrapping>
            {matches.map((match) => (
              <Match key={match.id} match={match} statement={statement} canDecide={canDecide} view={view} />
            ))}
          </Rows>
        ) : (
          <PanelBody>
            <p>Nothing here.</p>
          </PanelBody>
        )}
      </Panel>
      {pagination.pages > 1 ? (
        <Pagination
          pagination={pagination}
          toPage={(number) => paths.statement({ id: statement.id, group, page: String(number) })}
        />
      ) : null}
    </>
  );
}

type MatchProps = Pick<MatchGroupsProps, "statement" | "canDecide" | "view"> & {
  match: StatementMatchResponse;
};

function Match({ match, statement, canDecide, view }: MatchProps) {
  const { claims, rows, lines, reasons, verifiedAmount, currency } = match;
  const isOpen = claims.some(({ status }) => status === "pending");
  return (
    <li>
      <div className={styles.match}>
        <div>
          {claims.map((claim) => (
            <div key={claim.id}>
              <Link className={text.strong} to={paths.submissions({ open: claim.id })}>
                <bdi>{claim.email}</bdi>
              </Link>
              <div className={text.small}>
                {claim.account ? (
                  <>
                    Account <bdi>{claim.account}</bdi>,{" "}
                  </>
                ) : null}
                {claim.amount && claim.currency ? (
                  <>
                    <MoneyText amount={claim.amount} currency={claim.currency} />,{" "}
                  </>
                ) : null}
                {formatDateTime({ at: claim.confirmedAt, ...view })}
                {claim.status === "pending" ? null : claim.status === "handled" ? ", verified" : ", rejected"}
              </div>
            </div>
          ))}
          {claims.length === 0 && rows.length === 0 ? <div>Lines {lines.join(", ")}</div> : null}
        </div>
        {rows.length > 0 ? (
          <ul className={styles.lines}>
            {rows.map(({ line, cells }) => (
              <li key={line}>
                <span className={text.small}>Line {line}</span>{" "}
                <span className={text.code}>{cells.filter(Boolean).join(" · ")}</span>
              </li>
            ))}
            {lines.length > rows.length ? (
              <li className={text.small}>{`and ${lines.length - rows.length} more lines`}</li>
            ) : null}
          </ul>
        ) : null}
        {reasons.length > 0 ? (
          <ul className={styles.reasons}>
            {reasons.map((reason) => (
              <li key={reason.text} className={reason.for ? undefined : styles.against}>
                {reason.text}
              </li>
            ))}
          </ul>
        ) : null}
        {match.commission ? <MatchCommission commission={match.commission} /> : null}
      </div>
      {canDecide && isOpen && statement.status === "ready" ? (
        <div className={layout.row}>
          {match.group === "unmatchedClaims" ? null : (
            <Decision statement={statement} match={match} status="handled">
              {verifiedAmount && currency ? `Verify ${verifiedAmount} ${currency}` : "Verify"}
            </Decision>
          )}
          <Decision statement={statement} match={match} status="rejected">
            Reject
          </Decision>
        </div>
      ) : null}
    </li>
  );
}

type DecisionProps = {
  statement: StatementResponse;
  match: StatementMatchResponse;
  status: "handled" | "rejected";
  children: string;
};

function Decision({ statement, match, status, children }: DecisionProps) {
  return (
    <PostForm intent="decide">
      <input type="hidden" name="matchId" value={match.id} />
      <input type="hidden" name="status" value={status} />
      <input type="hidden" name="version" value={statement.version} />
      <SubmitButton isSmall pending={status === "handled" ? "Verifying" : "Rejecting"}>
        {children}
      </SubmitButton>
    </PostForm>
  );
}
