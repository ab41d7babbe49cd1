import DataLoader from "dataloader";
import { type Attributes, Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import type { Lease } from "#app/database/leases.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { isCovered } from "#app/lib/consent.ts";
import type { SkipReason } from "#app/lib/domain.ts";
import { DELIVERY_CLAIMABLE_STATES } from "#app/lib/event-state.ts";
import { newId } from "#app/lib/ids.ts";
import { columnsFor } from "#app/lib/submission-columns.ts";
import {
  Commission,
  Connection,
  Delivery,
  DeliveryAttempt,
  OptInForm,
  Submission,
  Workspace,
} from "#app/models/index.server.ts";
import { type CoversByVersion, findCovers } from "#app/services/opt-in-forms/consent-texts.server.ts";
import { appendProof, beginProof } from "#app/services/proof/append-proof.server.ts";
import { attempted } from "#app/services/proof/facts.ts";
import type { EarnedCommission } from "./to-conversion.server.ts";

const DELIVERY_COLUMNS = [
  "id",
  "submissionId",
  "workspaceId",
  "connectionId",
  "adPlatform",
  "eventId",
  "state",
  "leaseToken",
  "attemptCount",
  "transientCount",
  "sendBefore",
  "receipt",
  "isBacklog",
  "createdAt",
  "updatedAt",
] as const;

const SUBMISSION_COLUMNS = [
  ...columnsFor("sent"),
  "id",
  "workspaceId",
  "formId",
  "status",
  "erasedAt",
] as const;

const COMMISSION_COLUMNS = ["submissionId", "workspaceId", "earned", "rate", "currency"] as const;

export type DeliveryRow = Pick<Attributes<Delivery>, (typeof DELIVERY_COLUMNS)[number]>;
type SubmissionRow = Pick<Attributes<Submission>, (typeof SUBMISSION_COLUMNS)[number]>;

export type LoadedDelivery = {
  delivery: DeliveryRow;
  submission: SubmissionRow & { commission: EarnedCommission | null };
  connection: Connection | null;
  form: OptInForm | null;
  /** What the form's consent texts cover. */
  covers: CoversByVersion | undefined;
  /** Whether the workspace is being deleted. */
  isWorkspaceDeleted: boolean;
};
export type ConnectedDelivery = LoadedDelivery & { connection: Connection };

const loader = new DataLoader(
  async (leases: readonly Lease[]) => {
    const loaded = await loadDeliveries(leases);
    return leases.map(({ id }) => loaded.get(id) ?? null);
  },
  { cache: false },
);

/**
 * The delivery with all that an attempt needs; null if the lease has passed to somebody else. Those that are
 * asked for at the same time share the queries.
 */
export const loadDelivery = (lease: Lease): Promise<LoadedDelivery | null> => loader.load(lease);

/** Like `loadDelivery` for many, with as many queries, by their ids. */
export async function loadDeliveries(leases: readonly Lease[]): Promise<Map<string, LoadedDelivery>> {
  const tokens = new Map(leases.map(({ id, token }) => [id, token]));
  const claimed = await findRows(Delivery, {
    where: { id: { [Op.in]: [...tokens.keys()] }, state: { [Op.in]: DELIVERY_CLAIMABLE_STATES } },
    attributes: DELIVERY_COLUMNS,
  });
  const deliveries = claimed.filter(({ id, leaseToken }) => leaseToken === tokens.get(id));
  const workspaceId = distinct(deliveries.map((delivery) => delivery.workspaceId));
  const connectionId = distinct(deliveries.flatMap((delivery) => delivery.connectionId ?? []));
  const submissionId = distinct(deliveries.map((delivery) => delivery.submissionId));
  const [submissions, commissions, connections, deleted, forms] = await Promise.all([
    findRows(Submission, { where: { id: submissionId, workspaceId }, attributes: SUBMISSION_COLUMNS }),
    findRows(Commission, { where: { submissionId, workspaceId }, attributes: COMMISSION_COLUMNS }),
    Connection.findAll({ where: { id: connectionId, workspaceId } }),
    Workspace.findAll({
      where: { id: workspaceId, deleteRequestedAt: { [Op.ne]: null } },
      attributes: ["id"],
    }),
    OptInForm.findAll({
      where: { workspaceId },
      attributes: ["id", "workspaceId", "eventNames", "slug", "consentVersion", "consentCovers"],
    }),
  ]);
  const covers = await findCovers(forms);
  const submissionsById = new Map(submissions.map((one) => [one.id, one]));
  const commissionsById = new Map(commissions.map((one) => [one.submissionId, one]));
  return new Map(
    deliveries.flatMap((delivery) => {
      const isOurs = (one: { workspaceId: string }) => one.workspaceId === delivery.workspaceId;
      const submission = submissionsById.get(delivery.submissionId);
      if (!submission || !isOurs(submission)) return [];
      const loaded: LoadedDelivery = {
        delivery,
        submission: { ...submission, commission: commissionsById.get(submission.id) ?? null },
        connection: connections.find((one) => one.id === delivery.connectionId && isOurs(one)) ?? null,
        form: forms.find((one) => one.id === submission.formId && isOurs(one)) ?? null,
        covers: covers.get(submission.formId),
        isWorkspaceDeleted: deleted.some((one) => one.id === delivery.workspaceId),
      };
      return [[delivery.id, loaded]];
    }),
  );
}

const distinct = (ids: string[]) => [...new Set(ids)];

/** Records claims whose outcome was never saved: the process died, and the platform may have the event. */
export async function recordInterruptedAttempts(delivery: DeliveryRow): Promise<void> {
  if (delivery.attemptCount === 1 && delivery.state !== "confirming") return;
  const { id: deliveryId, submissionId, workspaceId, adPlatform } = delivery;
  const recorded = await DeliveryAttempt.count({ where: { workspaceId, deliveryId } });
  if (delivery.state === "confirming") {
    // An interrupted check of the result sent nothing.
    delivery.attemptCount = recorded + 1;
    return;
  }
  const missing = Array.from(
    { length: delivery.attemptCount - 1 - recorded },
    (_, index) => recorded + 1 + index,
  );
  if (missing.length === 0) return;
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
        where: { workspaceId, deliveryId, number },
        defaults: {
          ...values,
          id: newId(),
          deliveryId,
          workspaceId,
          adPlatform,
          durationMs: 0,
          message: "The server stopped before the response was saved.",
          remedy: "The ad platform may have this event. We'll send it again with the same event ID.",
        },
        // Without a transaction it would open its own, outside the queue of SQLite's writers.
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

/** What a delivery that is not sent becomes. */
export type UnsentEnd = { state: "skipped" | "expired" | "parked"; skipReason: SkipReason | null };

/** What becomes of a delivery that may not be sent now; null if it may be. */
export function endUnsent(loaded: LoadedDelivery): UnsentEnd | null {
  const { delivery, submission, connection, isWorkspaceDeleted } = loaded;
  const skip = (skipReason: SkipReason): UnsentEnd => ({ state: "skipped", skipReason });
  // A submitted event is checked until it has a result.
  if (delivery.state !== "confirming") {
    if (isWorkspaceDeleted || submission.erasedAt) return skip("erased");
    if (submission.withdrawnAt) return skip("withdrawn");
    if (submission.sharingEndedAt) return skip("not_shared");
    if (submission.status !== "handled") return skip("undone");
    if (!isCovered(loaded.covers?.get(submission.consentVersion) ?? null, delivery.adPlatform))
      return skip("consent");
    if (delivery.sendBefore <= new Date()) return { state: "expired", skipReason: null };
  }
  return connection?.status === "connected" ? null : { state: "parked", skipReason: null };
}
