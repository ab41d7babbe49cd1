import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import type { Lease } from "#app/database/leases.server.ts";
import { DELIVERY_CLAIMABLE_STATES, type DeliveryState } from "#app/lib/domain.ts";
import { newId } from "#app/lib/ids.ts";
import {
  Commission,
  Connection,
  Delivery,
  DeliveryAttempt,
  OptInForm,
  Submission,
  Workspace,
} from "#app/models/index.server.ts";
import { appendProof, beginProof } from "#app/services/proof/append-proof.server.ts";
import { attempted } from "#app/services/proof/facts.ts";

export type LoadedDelivery = {
  delivery: Delivery;
  submission: Submission;
  connection: Connection | null;
  form: OptInForm | null;
  /** Whether the workspace is being deleted. */
  isWorkspaceDeleted: boolean;
};
export type ConnectedDelivery = LoadedDelivery & { connection: Connection };

/** The delivery with all that an attempt needs; null if the lease has passed to somebody else. */
export async function loadDelivery(lease: Lease): Promise<LoadedDelivery | null> {
  return (await loadDeliveries([lease])).get(lease.id) ?? null;
}

/** Like `loadDelivery` for many, with as many queries, by their ids. */
export async function loadDeliveries(leases: Lease[]): Promise<Map<string, LoadedDelivery>> {
  const tokens = new Map(leases.map(({ id, token }) => [id, token]));
  const claimed = await Delivery.findAll({
    where: { id: { [Op.in]: [...tokens.keys()] }, state: { [Op.in]: DELIVERY_CLAIMABLE_STATES } },
    include: [{ model: Submission, as: "submission", include: [{ model: Commission, as: "commission" }] }],
  });
  const deliveries = claimed.filter(({ id, leaseToken }) => leaseToken === tokens.get(id));
  const workspaceId = distinct(deliveries.map((delivery) => delivery.workspaceId));
  const connectionId = distinct(deliveries.flatMap((delivery) => delivery.connectionId ?? []));
  const formId = distinct(deliveries.flatMap(({ submission }) => submission?.formId ?? []));
  const [connections, forms, deleted] = await Promise.all([
    Connection.findAll({ where: { id: connectionId, workspaceId } }),
    OptInForm.findAll({
      where: { id: formId, workspaceId },
      attributes: ["id", "workspaceId", "eventNames", "slug"],
    }),
    Workspace.findAll({
      where: { id: workspaceId, deleteRequestedAt: { [Op.ne]: null } },
      attributes: ["id"],
    }),
  ]);
  return new Map(
    deliveries.flatMap((delivery) => {
      const { id, submission } = delivery;
      if (!submission) return [];
      const isOurs = (one: { workspaceId: string }) => one.workspaceId === delivery.workspaceId;
      const loaded: LoadedDelivery = {
        delivery,
        submission,
        connection: connections.find((one) => one.id === delivery.connectionId && isOurs(one)) ?? null,
        form: forms.find((one) => one.id === submission.formId && isOurs(one)) ?? null,
        isWorkspaceDeleted: deleted.some((one) => one.id === delivery.workspaceId),
      };
      return [[id, loaded]];
    }),
  );
}

const distinct = (ids: string[]) => [...new Set(ids)];

/** Records claims whose outcome was never saved: the process died, and the platform may have the event. */
export async function recordInterruptedAttempts(delivery: Delivery): Promise<void> {
  if (delivery.attemptCount === 1 && delivery.state !== "confirming") return;
  const recorded = await DeliveryAttempt.count({ where: { deliveryId: delivery.id } });
  if (delivery.state === "confirming") {
    // An interrupted look at the result sent nothing.
    delivery.attemptCount = recorded + 1;
    return;
  }
  const missing = Array.from(
    { length: delivery.attemptCount - 1 - recorded },
    (_, index) => recorded + 1 + index,
  );
  if (missing.length === 0) return;
  const { id: deliveryId, submissionId, workspaceId, adPlatform } = delivery;
  await inTransaction(async (transaction) => {
    const submission = await Submission.findOne({
      where: { id: submissionId, workspaceId },
      lock: true,
      transaction,
    });
    if (!submission) return;
    await beginProof(submission, transaction);
    for (const number of missing) {
      const values = { number, at: delivery.updatedAt, ...interrupted };
      const [, isNew] = await DeliveryAttempt.findOrCreate({
        where: { deliveryId, number },
        defaults: {
          ...values,
          id: newId(),
          deliveryId,
          workspaceId,
          adPlatform,
          durationMs: 0,
          message: "The server stopped before the response was saved.",
          remedy: "The ad platform may have this event. We'll send it again with the same event id.",
        },
        // Without one it opens its own, past the queue that keeps SQLite's writers apart.
        transaction,
      });
      if (isNew) await appendProof(submission, attempted(delivery, values), transaction);
    }
  });
}

const interrupted = {
  outcome: "ambiguous" as const,
  httpStatus: null,
  platformCode: null,
  traceId: null,
  request: null,
  response: null,
};

export const isConnected = (loaded: LoadedDelivery): loaded is ConnectedDelivery =>
  loaded.connection !== null;

export function reasonNotToSend(loaded: LoadedDelivery): DeliveryState | null {
  const { delivery, submission, connection, isWorkspaceDeleted } = loaded;
  // What was handed over is followed to its result.
  if (delivery.state !== "confirming") {
    if (isWorkspaceDeleted || submission.withdrawnAt || submission.erasedAt) return "skipped";
    if (submission.status !== "handled") return "skipped";
    if (delivery.sendBefore <= new Date()) return "expired";
  }
  return connection?.status === "connected" ? null : "parked";
}
