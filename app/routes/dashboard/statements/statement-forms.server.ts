import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { omitUnchanged } from "#app/http/forms/omit-unchanged.ts";
import { Invalid } from "#app/lib/errors.ts";
import { ALL_BRANDS } from "#app/lib/statements.ts";
import { paths } from "#app/paths.ts";
import { presentStatement } from "#app/presenters/statement.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { StatementForm } from "#app/schemas/statements.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { answerStatement, chooseColumn } from "#app/services/statements/answer-statement.server.ts";
import { deleteStatement, getStatement } from "#app/services/statements/list-statements.server.ts";
import { statementDecisions } from "./statement-decisions.server.ts";

const sentences = messages.statements;

export function handleStatementForm(request: Request, member: Member, statementId: string) {
  const { access } = member;
  // The group and the page of it that somebody works on.
  const back = paths.statement({ id: statementId }) + new URL(request.url).search;
  const done = (message: string) => redirectWithFlash(back, { kind: "success", message });
  const { decide, forms } = statementDecisions({ access, statementId, back });
  return handleForm(request, member, StatementForm, {
    read: {
      failed: sentences.readFailed,
      async onValid({ intent: _intent, seen, meanings, brand, ...given }) {
        const answers = { ...given, ...(brand ? { brand: brand === ALL_BRANDS ? "" : brand } : {}) };
        const found = await getStatement({ workspaceId: access.workspaceId, statementId });
        const { sheet, timeZone, reading, questions, columns: read } = presentStatement(found);
        // A form has room for a hundred columns.
        const columns = read.map(({ index, meaning }) => ({ index, meaning: meanings[index] ?? meaning }));
        // All but the sheet is what the page shows of the one that was read.
        const isOther = answers.sheet !== undefined && answers.sheet !== sheet;
        const shown = { timeZone, ...reading, brand: reading?.brand ?? "" };
        await answerStatement({
          access,
          statementId,
          seen,
          answers: isOther
            ? omitUnchanged(answers, shown, questions)
            : { ...answers, ...(meanings.length > 0 && columns.length > 0 ? { columns } : {}) },
        });
        return done(sentences.read);
      },
    },
    chooseColumn: {
      failed: sentences.readFailed,
      async onValid({ role, index }) {
        await chooseColumn({ access, statementId, role, index });
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
      async onValid({ group, doubt, matchId, status, reason, version }) {
        return decide({
          ...(matchId ? { matchIds: [matchId] } : { group, doubt }),
          status,
          version,
          reason,
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
    ...forms,
    delete: {
      failed: sentences.deleteFailed,
      async onValid() {
        await deleteStatement({ access, statementId });
        return redirectWithFlash(paths.statements(), { kind: "success", message: sentences.deleted });
      },
    },
  });
}
