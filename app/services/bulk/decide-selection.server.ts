import { Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { DomainError, Unavailable } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import { log } from "#app/lib/log.server.ts";
import { Submission, type Workspace } from "#app/models/index.server.ts";
import { BULK_AT_ONCE, type BulkDecision, type BulkResult } from "#app/schemas/bulk.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { attemptNow } from "#app/services/deliveries/first-attempts.server.ts";
import { type ChangeListener, queueDecision } from "#app/services/submissions/queue-decision.server.ts";
import type { DecisionInput } from "#app/services/submissions/write-decisions.server.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";
import { type BulkSelection, changedFrom, toSelectionWhere } from "./bulk-selection.server.ts";
import { countOutcomes } from "./count-outcomes.ts";
import { createBulkJob, recordDecided } from "./create-bulk-job.server.ts";

type Arguments = {
  workspace: Pick<Workspace, "id" | "timeZone">;
  access: Access;
  selection: BulkSelection;
  decision: BulkDecision & Pick<DecisionInput, "tab">;
};

/**
 * Decides the selected submissions: up to a hundred before it returns, more in the background.
 * @throws {Invalid} for more than one job takes
 * @throws {Unavailable} if no transaction could begin, so that none is decided
 */
export async function decideSelection(
  args: Arguments,
): Promise<BulkResult | { job: { id: string; total: number } }> {
  const selected = await toSelectionWhere(args.workspace, args.selection);
  const where = { [Op.and]: [selected, { status: changedFrom(args.decision.status) }] };
  const found = await retryRead(() =>
    Submission.findAll({ where, attributes: ["id"], limit: BULK_AT_ONCE + 1, raw: true }),
  );
  const ids = found.map(({ id }) => id);
  if (ids.length > BULK_AT_ONCE) {
    const { access, decision } = args;
    const job = { access, kind: "decide" as const, decision, where };
    return { job: await createBulkJob(job) };
  }
  // Read first, because the decision adds rows that match.
  const left = args.selection.ids?.filter((id) => !ids.includes(id)) ?? (await findLeft(args, selected));
  const errors = await describeRefusals(args, left);
  const result = await decideAtOnce(args, ids);
  return { ...result, errors: [...result.errors, ...errors] };
}

/** The matches that the decision cannot change, up to the limit of one transaction. */
async function findLeft({ decision }: Arguments, selected: WhereOptions): Promise<string[]> {
  const { status } = decision;
  const where = { [Op.and]: [selected, { status: { [Op.notIn]: [changedFrom(status), status] } }] };
  const rows = await retryRead(() =>
    Submission.findAll({ where, attributes: ["id"], limit: BULK_AT_ONCE, raw: true }),
  );
  return rows.map(({ id }) => id);
}

/** Why selected submissions were not changed. Those that already have the status need no reason. */
async function describeRefusals(
  { workspace, decision }: Arguments,
  ids: string[],
): Promise<BulkResult["errors"]> {
  if (ids.length === 0) return [];
  const rows = await retryRead(() =>
    Submission.findAll({
      where: { workspaceId: workspace.id, id: ids },
      attributes: ["id", "status"],
      raw: true,
    }),
  );
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id);
    if (!row) return { id, error: "Submission not found." };
    if (row.status === decision.status) return [];
    return { id, error: `Already ${statusTexts[row.status]}. Open it to change the decision.` };
  });
}

async function decideAtOnce({ access, decision }: Arguments, ids: string[]): Promise<BulkResult> {
  const { workspaceId, userId } = access;
  const changed: string[] = [];
  const errors: BulkResult["errors"] = [];
  const unavailable: Unavailable[] = [];
  const jobId = newId();
  const record: ChangeListener = (submissionIds, transaction) =>
    recordDecided({ jobId, workspaceId, userId, decision, ids: submissionIds }, transaction);
  const shared = { access, input: decision, expected: changedFrom(decision.status), isInBackground: false };
  await Promise.all(
    ids.map(async (submissionId) => {
      try {
        const outcome = await queueDecision({ submissionId, ...shared }, record);
        if (outcome.kind !== "changed") return;
        changed.push(submissionId);
      } catch (error) {
        if (error instanceof Unavailable) unavailable.push(error);
        if (!(error instanceof DomainError))
          log.error({ err: error, submissionId }, "a bulk decision failed");
        const message = error instanceof DomainError ? error.message : messages.submissions.updateFailed;
        errors.push({ id: submissionId, error: message });
      }
    }),
  );
  const [reason] = unavailable;
  if (reason && unavailable.length === ids.length) throw reason;
  const isSending = decision.status === "handled";
  if (isSending) await attemptNow(workspaceId, changed);
  const decided = isSending ? await findEventStates(workspaceId, changed) : [];
  const outcomes = countOutcomes(decided.map(({ eventState }) => ({ eventState, count: 1 })));
  return { updated: changed.length, ...outcomes, errors };
}

const findEventStates = (workspaceId: string, id: string[]) =>
  retryRead(() => findRows(Submission, { where: { workspaceId, id }, attributes: ["eventState"] }));

const statusTexts = { pending: "pending", handled: "verified", rejected: "rejected" } as const;
