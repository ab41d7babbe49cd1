import type { CreationAttributes, Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { newId } from "#app/lib/ids.ts";
import { type Connection, Delivery, type Submission } from "#app/models/index.server.ts";
import { isResting } from "#app/services/retries/health.server.ts";
import { findFormSettings } from "./event-settings.server.ts";
import { RESERVED_MS } from "./first-attempts.server.ts";
import { lockConnections } from "./lock-connections.server.ts";
import { type DeliveryPlan, planDelivery } from "./plan-delivery.server.ts";
import { recordDeliveryEvents } from "./record-delivery-events.server.ts";

/** Before the window closes, a held event still has this long for its attempts. */
const LEFT_MS = 10 * MINUTE;

function holdOf(handled: VerifiedSubmission[], { submissionId, sendBefore }: Delivery, now: Date): number {
  const { holdMs = 0 } = handled.find(({ submission }) => submission.id === submissionId) ?? {};
  return Math.max(0, Math.min(holdMs, +sendBefore - +now - LEFT_MS));
}

/** A submission of the workspace that the transaction marks handled. */
type VerifiedSubmission = {
  submission: Submission;
  verifiedAmount: string | null;
  /** Makes its deliveries due for the job at once, or after the hold. */
  isInBackground?: boolean;
  /** How long (ms) the first attempt waits, so that the decision can be undone; never past the window. */
  holdMs?: number;
};

/**
 * Writes one delivery per connected platform for each submission, each with its permanent event id, in the
 * transaction that marks them handled. Those that can be sent wait for the caller's `attemptNow`; those of a
 * connection that cools down are left to the job.
 * @param handled submissions of one workspace, which the transaction has locked
 * @returns the deliveries that each has now, earlier ones included, in their order
 */
export async function createDeliveries(
  handled: VerifiedSubmission[],
  transaction: Transaction,
): Promise<Delivery[][]> {
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
      const { adPlatform } = connection;
      const hasAmount = verifiedAmount !== null;
      const plan = planDelivery({ connection, submission, form, hasAmount, now });
      const values = {
        ...plan,
        connectionId: connection.id,
        receipt: null,
        isBacklog: false,
        updatedAt: now,
      };
      const cancelled = existing.find(
        (delivery) => delivery.submissionId === submission.id && delivery.adPlatform === adPlatform,
      );
      // One that was cancelled before any attempt is opened again, under the id it had.
      if (cancelled) reopened.push(await cancelled.update(values, { transaction }));
      else created.push(newDelivery({ plan, connection, submission, now }));
    }
  }
  const written = [...reopened, ...(await Delivery.bulkCreate(created, { transaction }))];
  const expired = written.filter(({ state }) => state === "expired");
  await recordDeliveryEvents(expired, "expired", transaction);

  const inBackground = new Set(
    handled.filter((one) => one.isInBackground).map(({ submission }) => submission.id),
  );
  const coolingDown = new Set(connections.filter(isResting).map(({ id }) => id));
  const queued = written.filter(({ state }) => state === "queued");
  const isLeft = ({ submissionId, connectionId }: Delivery) =>
    inBackground.has(submissionId) || (connectionId !== null && coolingDown.has(connectionId));
  const makeDue = async (some: Delivery[], delayMs: number) => {
    const where = { workspaceId, id: some.map(({ id }) => id) };
    if (some.length > 0) await Delivery.update({ dueAt: fromNow(delayMs) }, { where, transaction });
  };
  const left = queued.filter(isLeft);
  for (const [holdMs, some] of groupBy(left, (delivery) => holdOf(handled, delivery, now)))
    await makeDue(some, holdMs);
  if (left.length > 0) announceDue(Delivery, transaction);
  await makeDue(
    queued.filter((delivery) => !isLeft(delivery)),
    RESERVED_MS,
  );
  return handled.map(({ submission }) => {
    const isOwn = (delivery: Delivery) => delivery.submissionId === submission.id;
    return [...existing.filter((one) => isOwn(one) && !reopened.includes(one)), ...written.filter(isOwn)];
  });
}

type NewDelivery = { plan: DeliveryPlan; connection: Connection; submission: Submission; now: Date };

/** A delivery as it begins, with its permanent event id. It is not due yet. */
export const newDelivery = ({
  plan,
  connection,
  submission,
  now,
}: NewDelivery): CreationAttributes<Delivery> => ({
  ...plan,
  connectionId: connection.id,
  receipt: null,
  isBacklog: false,
  dueAt: null,
  leaseToken: null,
  attemptCount: 0,
  submissionId: submission.id,
  workspaceId: submission.workspaceId,
  adPlatform: connection.adPlatform,
  eventId: newId(),
  transientCount: 0,
  createdAt: now,
  updatedAt: now,
});
