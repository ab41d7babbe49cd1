import { type Flash, redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { ALL_BRANDS, STATEMENT_HOLD_SECONDS } from "#app/lib/statements.ts";
import { paths } from "#app/paths.ts";
import { BULK_AT_ONCE } from "#app/schemas/bulk.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { StatementForm } from "#app/schemas/statements.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { answerStatement } from "#app/services/statements/answer-statement.server.ts";
import { decideStatement } from "#app/services/statements/decide-statement.server.ts";
import { deleteStatement } from "#app/services/statements/list-statements.server.ts";
import { undoStatement } from "#app/services/statements/undo-statement.server.ts";
import { sendNow } from "#app/services/statements/waiting-decisions.server.ts";

const sentences = messages.statements;

export function handleStatementForm(request: Request, member: Member, statementId: string) {
  const { access } = member;
  // The group and the page of it that somebody works on.
  const back = paths.statement({ id: statementId }) + new URL(request.url).search;
  const done = (message: string) => redirectWithFlash(back, { kind: "success", message });
  const decide = async (decision: Omit<Parameters<typeof decideStatement>[0]["decision"], "holdSeconds">) => {
    const { total } = await decideStatement({
      ...{ access, statementId },
      decision: { ...decision, holdSeconds: STATEMENT_HOLD_SECONDS },
    });
    return redirectWithFlash(back, describeDecision(decision.status, total));
  };
  return handleForm(request, member, StatementForm, {
    read: {
      failed: sentences.readFailed,
      async onValid({ intent: _intent, meanings, brand, ...given }) {
        const answers = { ...given, ...(brand ? { brand: brand === ALL_BRANDS ? "" : brand } : {}) };
        const columns = meanings.map((meaning, index) => ({ index, meaning }));
        await answerStatement({
          access,
          statementId,
          answers: { ...answers, ...(columns.length > 0 ? { columns } : {}) },
        });
        return done(sentences.read);
      },
    },
    kinds: {
      failed: sentences.readFailed,
      async onValid({ words }) {
        const known = words.flatMap(({ word, kind }) => (kind ? [[word, kind] as const] : []));
        if (known.length === 0) throw new Invalid([], sentences.kindsRequired);
        await answerStatement({ access, statementId, answers: { kinds: Object.fromEntries(known) } });
        return done(sentences.read);
      },
    },
    decide: {
      failed: sentences.decideFailed,
      async onValid({ group, matchId, status, reason, version }) {
        return decide({
          ...(matchId ? { matchIds: [matchId] } : { group }),
          ...{ status, version, reason },
        });
      },
    },
    rejectMissing: {
      failed: sentences.decideFailed,
      async onValid({ version }) {
        const reason = "not_in_statement" as const;
        return decide({ group: "unmatchedClaims", status: "rejected", reason, version, isComplete: true });
      },
    },
    undo: {
      failed: sentences.undoFailed,
      async onValid({ jobIds }) {
        const { keptBecauseSent } = await undoStatement({ access, statementId, jobIds });
        return done(keptBecauseSent.length > 0 ? sentences.undoneInPart : sentences.undone);
      },
    },
    sendNow: {
      failed: sentences.sendNowFailed,
      async onValid() {
        await sendNow({ access, statementId });
        return done(sentences.sentNow);
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

/** What a page says of a decision. A small one is made by then. */
export function describeDecision(status: "handled" | "rejected", total: number): Flash {
  if (total === 0) return { kind: "error", message: sentences.nothingOpen };
  if (total > BULK_AT_ONCE) return { kind: "success", message: sentences.deciding };
  return { kind: "success", message: status === "handled" ? sentences.verified : sentences.rejected };
}
