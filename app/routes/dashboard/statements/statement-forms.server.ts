import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { STATEMENT_HOLD_SECONDS } from "#app/lib/statements.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { StatementForm } from "#app/schemas/statements.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { answerStatement } from "#app/services/statements/answer-statement.server.ts";
import { decideStatement } from "#app/services/statements/decide-statement.server.ts";
import { deleteStatement } from "#app/services/statements/list-statements.server.ts";
import { undoStatement } from "#app/services/statements/undo-statement.server.ts";

const sentences = messages.statements;

export function handleStatementForm(request: Request, member: Member, statementId: string) {
  const { access } = member;
  const done = (message: string) =>
    redirectWithFlash(paths.statement({ id: statementId }), { kind: "success", message });
  return handleForm(request, member, StatementForm, {
    read: {
      failed: sentences.readFailed,
      async onValid({ intent: _intent, meanings, ...answers }) {
        const columns = meanings.map((meaning, index) => ({ index, meaning }));
        await answerStatement({
          access,
          statementId,
          answers: { ...answers, ...(columns.length > 0 ? { columns } : {}) },
        });
        return done(sentences.read);
      },
    },
    decide: {
      failed: sentences.decideFailed,
      async onValid({ group, matchId, status, version }) {
        await decideStatement({
          access,
          statementId,
          decision: {
            ...(matchId ? { matchIds: [matchId] } : { group }),
            ...{ status, version, reason: undefined },
            holdSeconds: STATEMENT_HOLD_SECONDS,
          },
        });
        return done(sentences.deciding);
      },
    },
    undo: {
      failed: sentences.undoFailed,
      async onValid() {
        const { keptBecauseSent } = await undoStatement({ access, statementId });
        return done(keptBecauseSent.length > 0 ? sentences.undoneInPart : sentences.undone);
      },
    },
    delete: {
      failed: sentences.deleteFailed,
      async onValid() {
        await deleteStatement({ access, statementId });
        return redirectWithFlash(paths.statements(), { kind: "success", message: sentences.deleted });
      },
    },
  });
}
