import { inTransaction } from "#app/database/connection.server.ts";
import { addToTotals } from "#app/database/queries/totals.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { Delivery, Submission } from "#app/models/index.server.ts";
import { summarizeDeliveries } from "#app/services/deliveries/event-status.server.ts";
import { type Form, submitForm } from "../factories/index.ts";

/** Written here once more, so that a change of the product's order fails. */
export const ORDER = [
  "failed",
  "expired",
  "parked",
  "retrying",
  "confirming",
  "sending",
  "queued",
  "sent",
  "skipped",
] as const;
type State = (typeof ORDER)[number];
export const OTHERS = ["tiktok", "snapchat", "google"] as const;

/** By ad platform. */
export type States = { [adPlatform: string]: State };

/** Each state at Meta, or none, with all combinations at up to three other ad platforms. */
export function combineStates(): States[] {
  const among = (from: number, count: number): State[][] =>
    count === 0
      ? [[]]
      : ORDER.flatMap((state, index) =>
          index < from ? [] : among(index, count - 1).map((rest) => [state, ...rest]),
        );
  return [null, ...ORDER].flatMap((meta) =>
    [0, 1, 2, 3].flatMap((count) =>
      among(0, count).map((states) => ({
        ...(meta && { meta }),
        ...Object.fromEntries(states.map((state, index) => [OTHERS[index], state])),
      })),
    ),
  );
}

/** Stores a verified claim for each, and one to check. Nothing is due. @returns the ids in their order */
export async function insertClaims(form: Form, combinations: States[]): Promise<string[]> {
  const { id: workspaceId } = form.owner.workspace;
  const { id } = await submitForm(form);
  const template = (await Submission.findByPk(id, { rejectOnEmpty: true })).get({ plain: true });
  const later = new Date(Date.now() + HOUR);
  const claims = combinations.map((states, index) => {
    const submissionId = newId();
    const deliveries = Object.entries(states).map(([adPlatform, state]) => ({
      id: newId(),
      submissionId,
      workspaceId,
      connectionId: null,
      adPlatform,
      eventId: newId(),
      attemptCount: 1,
      transientCount: 0,
      sendBefore: later,
      createdAt: later,
      updatedAt: later,
      // What is being sent is one of these, under a lease.
      state: state === "sending" ? (index % 2 ? ("retrying" as const) : ("queued" as const)) : state,
      ...(state === "sending" ? { leaseToken: newId(), dueAt: later } : { leaseToken: null, dueAt: null }),
      // Only Google reports later.
      receipt: adPlatform === "google" && state === "sent" ? "receipt" : null,
    }));
    const row = {
      ...template,
      id: submissionId,
      submissionKey: submissionId,
      uniqueEmail: null,
      status: "handled" as const,
      handledAt: new Date(),
      ...summarizeDeliveries("handled", deliveries),
    };
    return { row, deliveries };
  });
  const rows = claims.map(({ row }) => row);
  await inTransaction(async (transaction) => {
    for (let from = 0; from < rows.length; from += 500)
      await Submission.bulkCreate(rows.slice(from, from + 500), { transaction });
    await Delivery.bulkCreate(
      claims.flatMap(({ deliveries }) => deliveries),
      { transaction },
    );
    await addToTotals(rows, transaction);
  });
  return rows.map((row) => row.id);
}
