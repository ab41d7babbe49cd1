import type { Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { Delivery, Submission } from "#app/models/index.server.ts";
import { newDelivery } from "./create-deliveries.server.ts";
import { findFormSettings } from "./event-settings.server.ts";
import { updateEventStatus } from "./event-status.server.ts";
import { lockConnections } from "./lock-connections.server.ts";
import { planDelivery } from "./plan-delivery.server.ts";

type MissedEvent = { workspaceId: string; submissionId: string; adPlatform: string; replayId: string };

/**
 * Writes the delivery of a verified claim that an ad platform has no event of, and makes it due. One that was
 * skipped is opened again, under the event id it has.
 * @returns false if there is one by now, or the claim's event may not be sent there
 */
export async function createMissedDelivery(
  { workspaceId, submissionId, adPlatform, replayId }: MissedEvent,
  transaction: Transaction,
): Promise<boolean> {
  const submission = await Submission.findOne({
    where: { id: submissionId, workspaceId, status: "handled", withdrawnAt: null, erasedAt: null },
    lock: true,
    transaction,
  });
  if (!submission || submission.chargedBackAt) return false;
  const connections = await lockConnections(workspaceId, "shared", transaction);
  const connection = connections.find((one) => one.adPlatform === adPlatform);
  if (!connection) return false;
  const { formId } = submission;
  const forms = await findFormSettings({ workspaceId, formIds: [formId] }, transaction);
  const hasAmount = (submission.correctedAmount ?? submission.verifiedAmount) !== null;
  const now = new Date();
  const form = forms.get(formId) ?? null;
  const plan = planDelivery({ connection, submission, form, hasAmount, now });
  if (plan.state !== "queued") return false;
  const fresh = {
    ...newDelivery({ plan, connection, submission, now }),
    replayId,
    dueAt: fromNow(0) as never,
  };
  const skipped = await Delivery.findOne({ where: { workspaceId, submissionId, adPlatform }, transaction });
  if (skipped && skipped.state !== "skipped") return false;
  if (skipped) {
    const { eventId: _, attemptCount: __, ...reopened } = fresh;
    await skipped.update(reopened, { transaction });
  } else await Delivery.create(fresh, { transaction });
  announceDue(Delivery, transaction);
  await updateEventStatus(submission, transaction);
  return true;
}
