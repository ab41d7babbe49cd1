import { SECOND } from "#app/lib/dates.ts";
import { STATEMENT_GROUPS, STATEMENT_HOLD_SECONDS, type StatementGroup } from "#app/lib/statements.ts";
import { presentMatch, presentStatement } from "#app/presenters/statement.ts";
import { type StatementResponse, StatementRowsQuery } from "#app/schemas/statements.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { planStatement } from "#app/services/statements/decide-statement.server.ts";
import { getStatement, listFirstRows, listMatches } from "#app/services/statements/list-statements.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

const SHOWN_ROWS = 20;

/** A statement with one of its groups, and what deciding the certain ones would do. */
export async function loadStatementPage(member: Member, statementId: string, params: URLSearchParams) {
  const { workspace, role, access } = member;
  const found = await getStatement({ workspaceId: workspace.id, statementId });
  const statement = presentStatement(found);
  const query = StatementRowsQuery.catch({ page: 1, limit: 20, group: firstGroup(statement) }).parse({
    group: params.get("group") ?? firstGroup(statement),
    page: params.get("page") ?? "",
    limit: 20,
  });
  const isMatched = statement.groups !== null;
  const [matches, firstRows, plan] = await Promise.all([
    isMatched ? listMatches({ statement: found.statement, query }) : null,
    listFirstRows({ statement: found.statement, limit: SHOWN_ROWS }),
    statement.status === "ready" && (statement.groups?.certain.count ?? 0) > 0
      ? planStatement({
          access,
          statementId,
          decision: { group: "certain", status: "handled", holdSeconds: 0 },
        })
      : null,
  ]);
  return {
    statement,
    group: query.group,
    matches: matches?.found.map(presentMatch) ?? [],
    pagination: matches?.pagination ?? null,
    firstRows,
    plan,
    undoUntil: undoUntil(statement),
    canDecide: isAllowed(role, "submissions:write"),
    timeZone: workspace.timeZone,
    now: new Date().toISOString(),
  };
}

const firstGroup = ({ groups }: StatementResponse): StatementGroup =>
  STATEMENT_GROUPS.find((group) => (groups?.[group].count ?? 0) > 0) ?? "certain";

/** Until when the events of the last decision wait. */
function undoUntil({ decided }: StatementResponse): string | null {
  if (decided === null) return null;
  const until = Date.parse(decided) + STATEMENT_HOLD_SECONDS * SECOND;
  return until > Date.now() ? new Date(until).toISOString() : null;
}
