import type { Flash } from "#app/http/cookies/flash.server.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { BulkResult } from "#app/schemas/bulk.ts";
import type { UndoResult } from "#app/services/bulk/undo-bulk.server.ts";

/** The result of a bulk decision: "37 verified: 34 sent, 3 too late. 2 not: The visitor withdrew this." */
export function bulkFlash(result: BulkResult | { job: { total: number } }, status: SubmissionStatus): Flash {
  if ("job" in result)
    return {
      kind: "blank",
      message: `${formatNumber(result.job.total)} claims are being decided in the background.`,
    };
  const { updated, sent, queued, failed, expired, errors } = result;
  const outcomes = [
    sent > 0 && `${formatNumber(sent)} sent`,
    queued > 0 && `${formatNumber(queued)} under way`,
    failed > 0 && `${formatNumber(failed)} not accepted`,
    expired > 0 && `${formatNumber(expired)} too late to send`,
  ].filter((outcome) => outcome !== false);
  const decided = `${formatNumber(updated)} ${status === "rejected" ? "rejected" : "verified"}`;
  const message = `${[decided, outcomes.join(", ")].filter(Boolean).join(": ")}.`;
  if (errors.length === 0) return { kind: failed > 0 ? "error" : "success", message };
  const reasons = [...new Set(errors.map(({ error }) => error))].join(" ");
  return { kind: "error", message: `${message} ${formatNumber(errors.length)} not: ${reasons}` };
}

/** The result of undoing it: "28 are to check again. 2 not: An event was already sent …" */
export function undoFlash(undone: UndoResult): Flash {
  if ("job" in undone)
    return {
      kind: "blank",
      message: `${formatNumber(undone.job.total)} claims are being set back in the background.`,
    };
  const { updated, errors } = undone;
  const message = `${formatNumber(updated)} ${updated === 1 ? "claim is" : "claims are"} to check again.`;
  if (errors.length === 0) return { kind: "success", message };
  return {
    kind: "error",
    message: `${message} ${formatNumber(errors.length)} not: ${[...new Set(errors)].join(" ")}`,
  };
}
