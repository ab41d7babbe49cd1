import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { validFilters } from "#app/http/forms/valid-filters.server.ts";
import { paths } from "#app/paths.ts";
import { presentStatement } from "#app/presenters/statement.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { StatementPairsForm, StatementRowsQuery } from "#app/schemas/statements.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { getWorkspaceRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { getStatement, listMatches } from "#app/services/statements/list-statements.server.ts";
import { skipPair } from "#app/services/statements/skip-pair.server.ts";
import { listWaitingDecisions } from "#app/services/statements/waiting-decisions.server.ts";
import { statementDecisions } from "./statement-decisions.server.ts";
import { showMatch, toReviewer, toView } from "./statement-page.server.ts";

const sentences = messages.statements;

/** The suggested pairs that are still open. */
export async function loadPairsPage(member: Member, statementId: string, params: URLSearchParams) {
  const key = { workspaceId: member.workspace.id, statementId };
  const found = await getStatement(key);
  const statement = presentStatement(found);
  const { valid } = validFilters(StatementRowsQuery.pick({ page: true }), { page: "Page" }, params);
  const query = StatementRowsQuery.parse({ page: valid.page, limit: 20, group: "pairs" });
  const [matches, waiting, { rates }] = await Promise.all([
    listMatches({ statement: found.statement, query }),
    listWaitingDecisions(key),
    getWorkspaceRates(member.workspace),
  ]);
  const view = toView(member);
  return {
    statement,
    waiting,
    pagination: matches.pagination,
    pairs: matches.found.map((one) => showMatch(one, statement, view, rates)),
    ...toReviewer(member),
    ...view,
  };
}

export function handlePairsForm(request: Request, member: Member, statementId: string) {
  const { access } = member;
  const back = paths.statementPairs({ id: statementId }) + new URL(request.url).search;
  const done = (message: string) => redirectWithFlash(back, { kind: "success", message });
  const { decide, forms } = statementDecisions({ access, statementId, back });
  return handleForm(request, member, StatementPairsForm, {
    pair: {
      failed: sentences.pairFailed,
      async onValid({ submissionId, line, version }) {
        const pairs = [{ submissionId, line }];
        return decide({ pairs, status: "handled", reason: undefined, version });
      },
    },
    skip: {
      failed: sentences.skipFailed,
      async onValid({ matchId }) {
        await skipPair({ access, statementId, matchId });
        return done(sentences.skipped);
      },
    },
    ...forms,
  });
}
