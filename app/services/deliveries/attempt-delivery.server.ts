import { Op, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { finish, fromNow, LEASE_MS, type Lease, reschedule } from "#app/database/leases.server.ts";
import { config } from "#app/env.server.ts";
import { HOUR, SECOND } from "#app/lib/dates.ts";
import { DELIVERY_CLAIMABLE_STATES, type DeliveryState } from "#app/lib/domain.ts";
import { newId } from "#app/lib/ids.ts";
import { log } from "#app/lib/log.server.ts";
import {
  Connection,
  Delivery,
  DeliveryAttempt,
  OptInForm,
  Submission,
  Workspace,
} from "#app/models/index.server.ts";
import { getAdPlatform } from "#app/services/ad-platforms/registry.server.ts";
import { readCredential } from "#app/services/connections/connections.server.ts";
import type {
  AdPlatformResponse,
  BuiltEvent,
  Conversion,
  DeliveryOutcome,
} from "../ad-platforms/ad-platform.ts";
import { recordEvents } from "../domain-events/record-events.server.ts";
import { updateEventStatus } from "./event-status.server.ts";
import { recordDeliveryEvents } from "./record-delivery-events.server.ts";
import { retryDelay } from "./retry-schedule.ts";

type Arguments = { lease: Lease; timeoutMs: number };
type Loaded = {
  delivery: Delivery;
  submission: Submission;
  connection: Connection | null;
  form: OptInForm | null;
  /** Whether the workspace is being deleted. */
  isWorkspaceDeleted: boolean;
};
type Attempted = {
  startedAt: Date;
  durationMs: number;
  event: BuiltEvent | null;
  answer: AdPlatformResponse | null;
  meaning: DeliveryOutcome;
};

/**
 * Sends one claimed delivery and writes what came of it under the claim's lease. Never throws: what cannot be written is logged and,
 * once the lease has run out, sent again under the same id.
 */
export async function attemptDelivery({ lease, timeoutMs }: Arguments): Promise<void> {
  try {
    const loaded = await load(lease);
    if (!loaded) return;
    await recordInterruptedAttempts(loaded.delivery);
    const ended = reasonNotToSend(loaded);
    if (ended) {
      await saveOutcome(loaded, (transaction) => end(loaded, lease, ended, transaction));
      return;
    }
    const attempted = await send(loaded as Loaded & { connection: Connection }, timeoutMs);
    await saveOutcome(loaded, (transaction) => record(loaded, lease, attempted, transaction));
  } catch (error) {
    log.error(
      { err: error, deliveryId: lease.id },
      "a delivery attempt could not be finished; it is due again when its lease runs out",
    );
  }
}

async function load({ id, token }: Lease): Promise<Loaded | null> {
  const delivery = await Delivery.findOne({
    where: { id, leaseToken: token, state: { [Op.in]: DELIVERY_CLAIMABLE_STATES } },
    include: [
      { model: Submission, as: "submission" },
      { model: Connection, as: "connection" },
    ],
  });
  if (!delivery?.submission) return null;
  const form = await OptInForm.findByPk(delivery.submission.formId, { attributes: ["eventName"] });
  const isWorkspaceDeleted =
    (await Workspace.count({ where: { id: delivery.workspaceId, deleteRequestedAt: { [Op.ne]: null } } })) >
    0;
  return {
    delivery,
    submission: delivery.submission,
    connection: delivery.connection ?? null,
    form,
    isWorkspaceDeleted,
  };
}

/** A claim whose outcome was never written: the process died with it, and the platform may have the event. */
async function recordInterruptedAttempts(delivery: Delivery): Promise<void> {
  const recorded = await DeliveryAttempt.count({ where: { deliveryId: delivery.id } });
  const missing = Array.from(
    { length: delivery.attemptCount - 1 - recorded },
    (_, index) => recorded + 1 + index,
  );
  if (missing.length === 0) return;
  await inTransaction(async (transaction) => {
    for (const number of missing) {
      await DeliveryAttempt.findOrCreate({
        where: { deliveryId: delivery.id, number },
        defaults: {
          id: newId(),
          deliveryId: delivery.id,
          number,
          at: delivery.updatedAt,
          durationMs: 0,
          outcome: "ambiguous",
          httpStatus: null,
          platformCode: null,
          message: "The server stopped before the answer was kept.",
          remedy: "The platform may have this event. It is sent once more under the same event id.",
          traceId: null,
          request: null,
          response: null,
        },
        // Without one it opens its own, past the queue that keeps SQLite's writers apart.
        transaction,
      });
    }
  });
}

function reasonNotToSend({
  delivery,
  submission,
  connection,
  isWorkspaceDeleted,
}: Loaded): DeliveryState | null {
  if (isWorkspaceDeleted || submission.withdrawnAt || submission.status !== "handled") return "skipped";
  if (delivery.sendBefore <= new Date()) return "expired";
  if (!connection || connection.status === "invalid") return "parked";
  return null;
}

async function send(
  { delivery, submission, connection, form }: Loaded & { connection: Connection },
  timeoutMs: number,
): Promise<Attempted> {
  const platform = getAdPlatform(delivery.platform);
  const startedAt = new Date();
  let event: BuiltEvent | null = null;
  try {
    event = platform.buildEvent(toConversion(delivery, submission, form));
    const answer = await platform.send(readCredential(connection), [event], { timeoutMs });
    return {
      startedAt,
      durationMs: answer.durationMs,
      event,
      answer,
      meaning: platform.interpret(answer, 1),
    };
  } catch (error) {
    // The event is kept when its building fails: a mended server can send it by hand.
    log.error({ err: error, deliveryId: delivery.id }, "an event could not be built");
    const meaning: DeliveryOutcome = {
      outcome: "permanent",
      retryAfterMs: null,
      platformCode: null,
      message: "The event could not be built from this submission.",
      remedy: "Nothing was sent. Contact support with the event id.",
      traceId: null,
    };
    return { startedAt, durationMs: Date.now() - startedAt.getTime(), event, answer: null, meaning };
  }
}

function toConversion(delivery: Delivery, submission: Submission, form: OptInForm | null): Conversion {
  const { fbclid, ttclid, scCid, gclid, gbraid, wbraid, fbc, fbp, ttp, scid } = submission;
  return {
    eventId: delivery.eventId,
    action: submission.action,
    eventName: form?.eventName ?? null,
    confirmedAt: submission.createdAt,
    email: submission.email,
    phone: submission.phone,
    country: submission.country,
    externalId: submission.deviceId,
    amount: submission.verifiedAmount,
    currency: submission.verifiedCurrency,
    pageUrl: submission.pageUrl,
    referrer: submission.referrer,
    ip: submission.ip,
    userAgent: submission.userAgent,
    clickIds: { fbclid, ttclid, scCid, gclid, gbraid, wbraid },
    clickSeenAt: submission.clickSeenAt,
    cookies: { fbc, fbp, ttp, scid },
  };
}

/** Repeats writing an outcome while the lease lasts: one that is lost is a second send. */
async function saveOutcome(
  { delivery }: Loaded,
  write: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const deadline = Date.now() + LEASE_MS - 10 * SECOND;
  for (;;) {
    try {
      await inTransaction(async (transaction) => {
        // The submission first, as everywhere: two orders of locking are a deadlock.
        await Submission.findByPk(delivery.submissionId, { attributes: ["id"], lock: true, transaction });
        await write(transaction);
      });
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      log.warn({ err: error, deliveryId: delivery.id }, "an outcome could not be written yet; trying again");
      await new Promise((resolve) => setTimeout(resolve, SECOND));
    }
  }
}

async function end(
  { delivery }: Loaded,
  lease: Lease,
  state: DeliveryState,
  transaction: Transaction,
): Promise<void> {
  const isSaved = await finish(
    Delivery,
    lease,
    // The claim was no attempt: nothing was sent.
    { state, dueAt: null, attemptCount: delivery.attemptCount - 1, updatedAt: new Date() },
    transaction,
  );
  if (!isSaved) return;
  await recordDeliveryEvents([delivery], state, transaction);
  await updateEventStatus(delivery.submissionId, transaction);
}

async function record(
  { delivery, connection }: Loaded,
  lease: Lease,
  attempted: Attempted,
  transaction: Transaction,
): Promise<void> {
  const { meaning, answer, event, startedAt, durationMs } = attempted;
  const next = afterwards(delivery, meaning);
  const { state, delayMs } = next;
  const changes = {
    state,
    transientCount: delivery.transientCount + (next.countsAsTry ? 1 : 0),
    updatedAt: new Date(),
  };
  const isSaved =
    delayMs === null
      ? await finish(Delivery, lease, { ...changes, dueAt: null }, transaction)
      : await reschedule(Delivery, lease, { ...changes, delayMs }, transaction);
  if (!isSaved) {
    // The lease ran out and somebody else holds the delivery: that history is the one that counts.
    log.warn({ deliveryId: delivery.id, outcome: meaning.outcome }, "an outcome came after its lease");
    return;
  }
  await DeliveryAttempt.create(
    {
      deliveryId: delivery.id,
      number: delivery.attemptCount,
      at: startedAt,
      durationMs,
      outcome: meaning.outcome,
      httpStatus: answer?.httpStatus ?? null,
      platformCode: meaning.platformCode,
      message: meaning.message?.slice(0, 500) ?? null,
      remedy: meaning.remedy?.slice(0, 500) ?? null,
      traceId: meaning.traceId?.slice(0, 100) ?? null,
      request: event ? JSON.stringify({ event: event.body, leftOut: event.omittedFields }) : null,
      response: answer?.body.slice(0, 16_384) || null,
    },
    { transaction },
  );
  await recordDeliveryEvents([delivery], state, transaction);
  if (connection) await updateConnectionHealth(connection, delivery, meaning, transaction);
  await updateEventStatus(delivery.submissionId, transaction);
}

type Next = { state: DeliveryState; delayMs: number | null; countsAsTry: boolean };

function afterwards(delivery: Delivery, meaning: DeliveryOutcome): Next {
  switch (meaning.outcome) {
    case "accepted":
      return { state: "sent", delayMs: null, countsAsTry: false };
    case "permanent":
      return { state: "failed", delayMs: null, countsAsTry: false };
    case "parked":
      return { state: "parked", delayMs: null, countsAsTry: false };
    default: {
      const tries = delivery.transientCount + 1;
      const delayMs = Math.round(
        retryDelay({ tries, askedMs: meaning.retryAfterMs }) * config.deliveryRetryScale,
      );
      const isTooLate = Date.now() + delayMs > delivery.sendBefore.getTime();
      // One last try just before the window closes beats none.
      const lastMs = delivery.sendBefore.getTime() - Date.now() - LEASE_MS;
      if (isTooLate && lastMs < SECOND) return { state: "expired", delayMs: null, countsAsTry: true };
      return {
        state: "retrying",
        delayMs: isTooLate ? lastMs : delayMs,
        countsAsTry: meaning.retryAfterMs === null,
      };
    }
  }
}

/** A refused credential parks all that is open on the connection; a limit lets it rest. */
async function updateConnectionHealth(
  connection: Connection,
  delivery: Delivery,
  meaning: DeliveryOutcome,
  transaction: Transaction,
): Promise<void> {
  if (meaning.outcome === "accepted") {
    await connection.update(
      { lastAcceptedAt: new Date(), lastError: null, pausedUntil: null },
      { transaction },
    );
  } else if (meaning.outcome === "parked") {
    const lastError = (meaning.remedy ?? meaning.message ?? "").slice(0, 500);
    // Conditional, because several attempts may be refused at once: the owner is told once.
    const [refused] = await Connection.update(
      { status: "invalid", lastError },
      { where: { id: connection.id, status: "connected" }, transaction },
    );
    if (refused === 1) {
      const { id, workspaceId, provider } = connection;
      await recordEvents(
        [{ type: "connection.refused", workspaceId, subjectId: id, payload: { adPlatform: provider } }],
        transaction,
      );
    }
    await Delivery.update(
      { state: "parked", dueAt: null, updatedAt: new Date() },
      {
        where: {
          connectionId: connection.id,
          state: { [Op.in]: DELIVERY_CLAIMABLE_STATES },
          leaseToken: null,
          id: { [Op.ne]: delivery.id },
        },
        transaction,
      },
    );
  } else if (meaning.retryAfterMs !== null) {
    const restMs = Math.min(meaning.retryAfterMs, HOUR) * config.deliveryRetryScale;
    await connection.update({ pausedUntil: fromNow(restMs) }, { transaction });
  }
}
