import { type Flash, redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { STATEMENT_HOLD_SECONDS } from "#app/lib/statements.ts";
import { BULK_AT_ONCE } from "#app/schemas/bulk.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { decideStatement } from "#app/services/statements/decide-statement.server.ts";
import { undoStatement } from "#app/services/statements/undo-statement.server.ts";
import { sendNow } from "#app/services/statements/waiting-decisions.server.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";

const sentences = messages.statements;

type Decision = Omit<Parameters<typeof decideStatement>[0]["decision"], "holdSeconds">;

/**
 * What a statement's page and the page of its pairs decide, and their forms that end the wait of a decision.
 * @param back the address that each form leads back to
 */
export function statementDecisions({
  access,
  statementId,
  back,
}: {
  access: Access;
  statementId: string;
  back: string;
}) {
  const done = (message: string) => redirectWithFlash(back, { kind: "success", message });
  return {
    async decide(decision: Decision): Promise<Response> {
      const { total } = await decideStatement({
        access,
        statementId,
        decision: { ...decision, holdSeconds: STATEMENT_HOLD_SECONDS },
      });
      return redirectWithFlash(back, describeDecision(decision.status, total));
    },
    forms: {
      undo: {
        failed: sentences.undoFailed,
        async onValid({ jobIds }: { jobIds: string[] }) {
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
    },
  };
}

/** What a page says of a decision. A small one is made by then. */
function describeDecision(status: "handled" | "rejected", total: number): Flash {
  if (total === 0) return { kind: "error", message: sentences.nothingOpen };
  if (total > BULK_AT_ONCE) return { kind: "success", message: sentences.deciding };
  return { kind: "success", message: status === "handled" ? sentences.verified : sentences.rejected };
}
