import type { Flash } from "#app/http/cookies/flash.server.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import type { BulkResult } from "#app/schemas/bulk.ts";
import type { UndoResult } from "#app/services/bulk/undo-bulk.server.ts";

const number = (value: number) => value.toLocaleString("en-US");

/** The result of a bulk decision: "37 verified: 34 sent, 3 too late. 2 not: The visitor withdrew this." */
export function bulkFlash(result: BulkResult | { job: { total: number } }, status: SubmissionStatus): Flash {
  if ("job" in result)
    return {
      kind: "blank",
      message: `${number(result.job.total)} claims are being decided in the background.`,
    };
  const { updated, sent, queued, failed, expired, errors } = result;
  const outcomes = [
    sent > 0 && `${number(sent)} sent`,
    queued > 0 && `${number(queued)} under way`,
    failed > 0 && `${number(failed)} not accepted`,
    expired > 0 && `${number(expired)} too late to send`,
  ].filter((outcome) => outcome !== false);
  const decided = `${number(updated)} ${status === "rejected" ? "rejected" : "verified"}`;
  const message = `${[decided, outcomes.join(", ")].filter(Boolean).join(": ")}.`;
  if (errors.length === 0) return { kind: failed > 0 ? "error" : "success", message };
  const reasons = [...new Set(errors.map(({ error }) => error))].join(" ");
  return { kind: "error", message: `${message} ${number(errors.length)} not: ${reasons}` };
}

/** The result of undoing it: "28 are to check again. 2 not: An event was already sent …" */
export function undoFlash(undone: UndoResult): Flash {
  if ("job" in undone)
    return {
      kind: "blank",
      message: `${number(undone.job.total)} claims are being set back in the background.`,
    };
  const { updated, errors } = undone;
  const message = `${number(updated)} ${updated === 1 ? "claim is" : "claims are"} to check again.`;
  if (errors.length === 0) return { kind: "success", message };
  return {
    kind: "error",
    message: `${message} ${number(errors.length)} not: ${[...new Set(errors)].join(" ")}`,
  };
}
