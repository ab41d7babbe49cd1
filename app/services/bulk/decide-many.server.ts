import pLimit from "p-limit";
import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import type { Lease } from "#app/database/leases.server.ts";
import { DomainError } from "#app/lib/errors.ts";
import { log } from "#app/lib/log.server.ts";
import { Delivery, Submission, type Workspace } from "#app/models/index.server.ts";
import { BULK_AT_ONCE, type BulkDecision, type BulkResult } from "#app/schemas/bulk.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { makeFirstAttempts } from "#app/services/deliveries/first-attempts.server.ts";
import { applyDecision } from "#app/services/submissions/decide-submission.server.ts";
import { type BulkSelection, changedFrom, whereOf } from "./bulk-selection.server.ts";
import { createBulkJob, recordDecided } from "./create-bulk-job.server.ts";

type Arguments = {
  workspace: Pick<Workspace, "id" | "timeZone">;
  userId: string | null;
  selection: BulkSelection;
  decision: BulkDecision;
};

/** A workspace's transactions run three at a time anyway. */
const PARALLEL = 3;

/**
 * Decides the selected submissions: up to a hundred before it returns, more in the background.
 * @throws {Invalid} for more than one job takes
 */
export async function decideMany(
  args: Arguments,
): Promise<BulkResult | { job: { id: string; total: number } }> {
  const selected = whereOf(args.workspace, args.selection);
  const where = { [Op.and]: [selected, { status: changedFrom(args.decision.status) }] };
  const found = await retryRead(() =>
    Submission.findAll({ where, attributes: ["id"], limit: BULK_AT_ONCE + 1, raw: true }),
  );
  const ids = found.map(({ id }) => id);
  if (ids.length > BULK_AT_ONCE) {
    const { userId, decision } = args;
    const job = { workspaceId: args.workspace.id, userId, kind: "decide" as const, decision, where };
    return { job: await createBulkJob(job) };
  }
  const result = await decideAtOnce(args, ids);
  const left = (args.selection.ids ?? []).filter((id) => !ids.includes(id));
  const errors = await explainLeft(args, left);
  return { ...result, errors: [...result.errors, ...errors] };
}

/** Why named submissions were left as they are. Those that have the status already need no reason. */
async function explainLeft({ workspace, decision }: Arguments, ids: string[]): Promise<BulkResult["errors"]> {
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

async function decideAtOnce(
  { workspace: { id: workspaceId }, userId, decision }: Arguments,
  ids: string[],
): Promise<BulkResult> {
  const leases: Lease[] = [];
  const changed: string[] = [];
  const errors: BulkResult["errors"] = [];
  const limit = pLimit(PARALLEL);
  await Promise.all(
    ids.map((submissionId) =>
      limit(async () => {
        try {
          const expected = changedFrom(decision.status);
          const decided = await applyDecision({
            workspaceId,
            submissionId,
            input: decision,
            userId,
            expected,
          });
          leases.push(...decided.leases);
          if (decided.hasChanged) changed.push(submissionId);
        } catch (error) {
          if (!(error instanceof DomainError))
            log.error({ err: error, submissionId }, "a decision of many failed");
          const message = error instanceof DomainError ? error.message : messages.submissions.updateFailed;
          errors.push({ id: submissionId, error: message });
        }
      }),
    ),
  );
  if (changed.length > 0)
    await recordDecided({ workspaceId, userId, decision, ids: changed }).catch((error: unknown) =>
      log.error({ err: error }, "a decision of many cannot be undone"),
    );
  await makeFirstAttempts(leases);
  const outcomes = decision.status === "handled" ? await countOutcomes(workspaceId, changed) : NONE;
  return { updated: changed.length, ...outcomes, errors };
}

const statusTexts = { pending: "pending", handled: "verified", rejected: "rejected" } as const;

const NONE = { sent: 0, queued: 0, failed: 0, expired: 0 };

/** By submission: what is still under way counts first, then what went wrong. */
async function countOutcomes(workspaceId: string, ids: string[]): Promise<typeof NONE> {
  const deliveries = await retryRead(() =>
    Delivery.findAll({
      where: { workspaceId, submissionId: { [Op.in]: ids } },
      attributes: ["submissionId", "state"],
    }),
  );
  const counts = { ...NONE };
  for (const id of ids) {
    const states = deliveries.filter(({ submissionId }) => submissionId === id).map(({ state }) => state);
    if (states.some((state) => ["queued", "retrying", "parked", "confirming"].includes(state)))
      counts.queued += 1;
    else if (states.includes("failed")) counts.failed += 1;
    else if (states.includes("expired")) counts.expired += 1;
    else if (states.includes("sent")) counts.sent += 1;
  }
  return counts;
}
