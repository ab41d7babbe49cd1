import type { Batch } from "#app/components/statements/decide-panel.tsx";
import { validFilters } from "#app/http/forms/valid-filters.server.ts";
import { timeZonesByRegion } from "#app/lib/dates.ts";
import type { ExchangeRates } from "#app/lib/exchange.ts";
import { currencyCodes } from "#app/lib/money.ts";
import { type ListedGroup, MATCH_DOUBTS, type MatchDoubt, STATEMENT_GROUPS } from "#app/lib/statements.ts";
import { presentMatch, presentStatement } from "#app/presenters/statement.ts";
import {
  type StatementDecision,
  type StatementResponse,
  StatementRowsQuery,
} from "#app/schemas/statements.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { getWorkspaceRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { answersVersion } from "#app/services/imports/answers-version.server.ts";
import { listPlatforms } from "#app/services/platforms/list-platforms.server.ts";
import { compareSides } from "#app/services/statements/compare-sides.ts";
import {
  countMatches,
  type FoundMatch,
  getStatement,
  listFirstRows,
  listMatches,
} from "#app/services/statements/list-statements.server.ts";
import { listUnclaimed } from "#app/services/statements/list-unclaimed.server.ts";
import { createConverter } from "#app/services/statements/matching/convert.ts";
import { planStatement } from "#app/services/statements/plan-statement.server.ts";
import { listKept, listWaitingDecisions } from "#app/services/statements/waiting-decisions.server.ts";
import { readReviewPreferences } from "#app/services/submissions/review-preferences.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

const SHOWN_ROWS = 20;
const SHOWN_MATCHES = 50;
const LABELS = { group: "Group", page: "Page", search: "Search" };

/** A statement with one of its groups, and what deciding the certain ones would do. */
export async function loadStatementPage(member: Member, statementId: string, params: URLSearchParams) {
  const { workspace } = member;
  const key = { workspaceId: workspace.id, statementId };
  const { statement: row, job } = await getStatement(key);
  const statement = presentStatement({ statement: row, job });
  const { valid, ignored } = validFilters(StatementRowsQuery.omit({ limit: true }), LABELS, params);
  const query = StatementRowsQuery.parse({ group: firstGroup(statement), ...valid, limit: SHOWN_MATCHES });
  const { groups, status, undone } = statement;
  const isReady = status === "ready";
  const view = toView(member);
  const plan = (decision: Pick<StatementDecision, "group" | "doubt" | "status">) =>
    planStatement({ workspace, statementId, decision });
  const verify = async (doubt: MatchDoubt | null): Promise<Batch> => ({
    doubt,
    plan: await plan({ status: "handled", ...(doubt ? { group: "likely", doubt } : { group: "certain" }) }),
  });
  const doubts = MATCH_DOUBTS.filter((doubt) => (statement.doubts?.[doubt] ?? 0) > 0);
  const [
    matches,
    firstRows,
    certain,
    doubted,
    missing,
    waiting,
    kept,
    rejectedCount,
    pairCount,
    unclaimed,
    platforms,
    { rates },
  ] = await Promise.all([
    groups ? listMatches({ statement: row, query }) : null,
    listFirstRows({ statement: row, after: statement.headerLine ?? 0, limit: SHOWN_ROWS }),
    isReady && (groups?.certain.count ?? 0) > 0 ? verify(null) : null,
    isReady && query.group === "likely" ? Promise.all(doubts.map(verify)) : [],
    isReady && query.group === "unmatchedClaims" && statement.canRejectMissing
      ? plan({ group: "unmatchedClaims", status: "rejected" })
      : null,
    isReady ? listWaitingDecisions(key) : [],
    isReady && undone ? listKept(key) : null,
    countMatches({ ...key, group: "rejected" }),
    countMatches({ ...key, group: "pairs" }),
    query.group === "unmatchedRows" ? listUnclaimed(row) : [],
    listPlatforms(workspace.id),
    getWorkspaceRates(workspace),
  ]);
  return {
    seen: answersVersion(row),
    statement,
    ignored,
    firstRows,
    waiting,
    rejectedCount,
    pairCount,
    unclaimed,
    group: query.group,
    search: query.search,
    matches: matches?.found.map((found) => showMatch(found, statement, view, rates)) ?? [],
    pagination: matches?.pagination ?? null,
    certain: certain && certain.plan.wouldHandle > 0 ? certain : null,
    doubted: doubted.filter(({ plan: { wouldHandle } }) => wouldHandle > 0),
    missing: missing?.wouldReject ?? 0,
    kept: kept && kept.count > 0 ? kept : null,
    ...toReviewer(member),
    ...view,
    choices: {
      platforms: platforms.map(({ id, name }) => ({ value: id, label: name })),
      timeZones: timeZonesByRegion(workspace.timeZone).flatMap(({ zones }) => zones),
      currencies: currencyCodes(),
    },
  };
}

const firstGroup = ({ groups }: StatementResponse): ListedGroup =>
  STATEMENT_GROUPS.find((group) => (groups?.[group].count ?? 0) > 0) ?? "certain";

export const toView = ({ workspace }: Member) => ({
  timeZone: workspace.timeZone,
  now: new Date().toISOString(),
});

export const toReviewer = ({ role, user }: Member) => ({
  canDecide: isAllowed(role, "statements:write"),
  hasKeys: readReviewPreferences(user).hasKeys,
});

const COMPARED = new Set<ListedGroup>(["likely", "contradicted", "rejected", "pairs"]);

/** A match; its claim beside its rows where these have to be compared. */
export function showMatch(
  found: FoundMatch,
  { columns, kind, period }: StatementResponse,
  view: ReturnType<typeof toView>,
  rates: ExchangeRates,
) {
  const { match, claims, rows } = found;
  const [claim] = claims;
  const file = {
    kind: kind ?? "transactions",
    period: period && { from: new Date(period.from), to: new Date(period.to) },
    columns: columns.map(({ index, meaning }) => ({ index, meaning: meaning === "ignore" ? null : meaning })),
  };
  const isCompared = claim && rows.length > 0 && COMPARED.has(match.matchGroup);
  return {
    ...presentMatch(found),
    sides: isCompared
      ? compareSides({ claim, rows, file, timeZone: view.timeZone, convert: createConverter(rates) })
      : null,
    isTooLate: claims.some(({ sendBefore }) => sendBefore !== null && sendBefore <= new Date(view.now)),
  };
}
