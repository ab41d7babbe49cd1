import { Link } from "@remix-run/react";
import clsx from "clsx";
import { MoneyText } from "#app/components/exchange-rates/money.tsx";
import { OfForm } from "#app/components/layout/form-names.tsx";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { displayMoneyIn } from "#app/lib/money.ts";
import type { ComparedField } from "#app/lib/statements.ts";
import { paths } from "#app/paths.ts";
import type { StatementMatchResponse, StatementResponse } from "#app/schemas/statements.ts";
import { MatchCommission } from "./match-commission.tsx";
import { MatchDecision } from "./match-decision.tsx";
import styles from "./match-item.module.css";
import { MatchSides } from "./match-sides.tsx";
import { RowCells } from "./row-cells.tsx";
import type { StatementView } from "./statement-state.ts";

/** A match, and its claim beside its rows where these have to be compared. */
export type ShownMatch = StatementMatchResponse & { sides: ComparedField[] | null; isTooLate: boolean };

type MatchItemProps = {
  match: ShownMatch;
  statement: StatementResponse;
  canDecide: boolean;
  /** Whether keys decide this match. */
  isCurrent: boolean;
  /** Whether its comparison is open from the start. */
  isOpen: boolean;
  view: StatementView;
};

export const matchElementId = (id: string) => `match-${id}`;

/** Whether a match can be decided: a rejected claim is verified while its event can be sent. */
export const canBeDecided = ({ group, claims, isTooLate }: ShownMatch): boolean =>
  group === "rejected"
    ? claims.some(({ status }) => status === "rejected") && !isTooLate
    : claims.some(({ status }) => status === "pending");

/** A match in one line: its claims, the sentence that matters most, what can be done; the rest opens below. */
export function MatchItem({ match, statement, canDecide, isCurrent, isOpen, view }: MatchItemProps) {
  const { claims, rows, lines, reasons, sides } = match;
  const more = lines.length - rows.length;
  const main = reasons.find((one) => !one.for) ?? reasons[0];
  const cells =
    rows.length > 0 ? (
      <ul className={styles.lines}>
        {rows.map((row) => (
          <li key={row.line}>
            <RowCells row={row} columns={statement.columns} />
          </li>
        ))}
        {more > 0 ? <li className={text.small}>{`and ${more} more lines`}</li> : null}
      </ul>
    ) : null;
  return (
    <li
      id={matchElementId(match.id)}
      tabIndex={-1}
      className={clsx(isCurrent && styles.current)}
      aria-label={claims[0]?.email ?? `Line ${lines[0]}`}
    >
      <div className={clsx(styles.match, claims.length === 0 && styles.alone)}>
        {claims.length > 0 ? (
          <ul className={styles.claims}>
            {claims.map((claim) => (
              <Claim key={claim.id} claim={claim} match={match} view={view} />
            ))}
          </ul>
        ) : null}
        {claims.length === 0 ? (
          <>
            <Reasons reasons={reasons} />
            {cells}
          </>
        ) : main || cells ? (
          <details className={styles.why} open={isOpen}>
            <summary className={clsx(text.opener, main && !main.for && text.copper)}>
              {main ? displayMoneyIn(main.text) : `Line ${lines[0]}`}
            </summary>
            <div className={styles.opened}>
              {sides ? <MatchSides sides={sides} lines={lines} /> : null}
              <Reasons reasons={reasons.filter((one) => one !== main)} />
              {match.commission ? <MatchCommission commission={match.commission} /> : null}
              {sides && cells ? (
                <details>
                  <summary className={text.opener}>All cells</summary>
                  {cells}
                </details>
              ) : (
                cells
              )}
            </div>
          </details>
        ) : null}
      </div>
      {match.group === "rejected" && match.isTooLate ? (
        <p className={text.small}>Too late to send.</p>
      ) : canDecide && canBeDecided(match) && statement.status === "ready" ? (
        <MatchDecision statement={statement} match={match} hasKeys={isCurrent} />
      ) : null}
    </li>
  );
}

type ClaimProps = { claim: StatementMatchResponse["claims"][number]; match: ShownMatch; view: StatementView };

function Claim({ claim, match, view }: ClaimProps) {
  return (
    <li>
      <Link className={text.strong} to={paths.submissions({ open: claim.id })}>
        <bdi>{claim.email}</bdi>
      </Link>
      <OfForm formId={claim.formId} />{" "}
      {claim.status === "pending" ? null : <StatusBadge state={claim.status} />}
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
      </div>
      {match.isMissing ? <div className={text.copper}>This file should have it.</div> : null}
    </li>
  );
}

function Reasons({ reasons }: Pick<StatementMatchResponse, "reasons">) {
  const [speaksFor, against] = [reasons.filter((one) => one.for), reasons.filter((one) => !one.for)];
  const list = (some: typeof reasons) => (
    <ul className={styles.reasons}>
      {some.map((reason) => (
        <li key={reason.text}>{displayMoneyIn(reason.text)}</li>
      ))}
    </ul>
  );
  return (
    <>
      {speaksFor.length > 0 ? list(speaksFor) : null}
      {against.length > 0 ? <div className={text.copper}>{list(against)}</div> : null}
    </>
  );
}
