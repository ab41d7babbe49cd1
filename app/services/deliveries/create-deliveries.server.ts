import type { CreationAttributes, Transaction } from "sequelize";
import { claim, fromNow, type Lease } from "#app/database/leases.server.ts";
import { newId } from "#app/lib/ids.ts";
import { Delivery, type Submission } from "#app/models/index.server.ts";
import { isResting } from "./connection-health.server.ts";
import { lockConnections } from "./lock-connections.server.ts";
import { planDelivery } from "./plan-delivery.server.ts";
import { recordDeliveryEvents } from "./record-delivery-events.server.ts";
import { findFormSettings } from "./without-amount.server.ts";

/** A submission of the workspace that the transaction marks handled. */
type ToDeliver = {
  submission: Submission;
  verifiedAmount: string | null;
  /** Makes its deliveries due for the job instead of claiming them. */
  isInBackground?: boolean;
};

/** The first attempts are the caller's: it makes them under `leases`, after the commit. */
export type CreatedDeliveries = {
  leases: Lease[];
  /** What the submission has now, earlier ones included. */
  deliveries: Delivery[];
};

/**
 * Writes one delivery per connected platform for each submission, each with its permanent event id, in the
 * transaction that marks them handled. Those that can be sent are claimed for the caller; those of a
 * connection that rests are left to the job.
 * @param handled submissions of one workspace, which the transaction has locked
 * @returns what was created for each, in their order
 */
export async function createDeliveries(
  handled: ToDeliver[],
  transaction: Transaction,
): Promise<CreatedDeliveries[]> {
  const [first] = handled;
  if (!first) return [];
  const { workspaceId } = first.submission;
  const connections = await lockConnections(workspaceId, "shared", transaction);
  const submissionIds = handled.map(({ submission }) => submission.id);
  const existing = await Delivery.findAll({
    where: { workspaceId, submissionId: submissionIds },
    transaction,
  });
  const formIds = [...new Set(handled.map(({ submission }) => submission.formId))];
  const forms = await findFormSettings({ workspaceId, formIds }, transaction);
  const now = new Date();
  const created: CreationAttributes<Delivery>[] = [];
  const reopened: Delivery[] = [];
  for (const { submission, verifiedAmount } of handled) {
    const form = forms.get(submission.formId) ?? null;
    for (const connection of connections) {
      const { id: connectionId, adPlatform } = connection;
      const hasAmount = verifiedAmount !== null;
      const plan = planDelivery({ connection, submission, form, hasAmount, now });
      const values = { ...plan, connectionId, receipt: null, isBacklog: false, updatedAt: now };
      const cancelled = existing.find(
        (delivery) => delivery.submissionId === submission.id && delivery.adPlatform === adPlatform,
      );
      // One that was cancelled before any attempt is opened again, under the id it had.
      if (cancelled) reopened.push(await cancelled.update(values, { transaction }));
      else
        created.push({
          ...values,
          dueAt: null,
          leaseToken: null,
          attemptCount: 0,
          submissionId: submission.id,
          workspaceId,
          adPlatform,
          eventId: newId(),
          transientCount: 0,
          createdAt: now,
        });
    }
  }
  const written = [...reopened, ...(await Delivery.bulkCreate(created, { transaction }))];
  const expired = written.filter(({ state }) => state === "expired");
  await recordDeliveryEvents(expired, "expired", transaction);

  const inBackground = new Set(
    handled.filter((one) => one.isInBackground).map(({ submission }) => submission.id),
  );
  const resting = new Set(connections.filter(isResting).map(({ id }) => id));
  const queued = written.filter(({ state }) => state === "queued");
  const isLeft = ({ submissionId, connectionId }: Delivery) =>
    inBackground.has(submissionId) || (connectionId !== null && resting.has(connectionId));
  const due = queued.filter(isLeft);
  if (due.length > 0)
    await Delivery.update({ dueAt: fromNow(0) }, { where: { workspaceId, id: idsOf(due) }, transaction });
  const atOnce = queued.filter((delivery) => !isLeft(delivery));
  const leases =
    atOnce.length > 0 ? await claim(Delivery, { workspaceId, id: idsOf(atOnce) }, transaction) : [];
  return handled.map(({ submission }) => {
    const isOwn = (delivery: Delivery) => delivery.submissionId === submission.id;
    const own = written.filter(isOwn);
    return {
      leases: leases.filter(({ id }) => own.some((delivery) => delivery.id === id)),
      deliveries: [...existing.filter((one) => isOwn(one) && !reopened.includes(one)), ...own],
    };
  });
}

const idsOf = (deliveries: Delivery[]) => deliveries.map(({ id }) => id);
