import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { DAY, HOUR } from "#app/lib/dates.ts";
import { Conflict } from "#app/lib/errors.ts";
import { Delivery, Submission } from "#app/models/index.server.ts";
import { changedFrom } from "#app/services/bulk/bulk-selection.server.ts";
import { updateEventStatus } from "#app/services/deliveries/event-status.server.ts";
import { expireDeliveries } from "#app/services/deliveries/expire-deliveries.server.ts";
import { reopenDelivery } from "#app/services/deliveries/reopen-delivery.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { decideBatch } from "#app/services/submissions/decide-batch.server.ts";
import { endSharing, withdrawSubmission } from "#app/services/submissions/private-links.server.ts";
import { rebuildTotals } from "#app/services/submissions/rebuild-totals.server.ts";
import { type Form, submitForm } from "../factories/index.ts";
import { createSpendChanges } from "./change-spend.ts";

export const SETTLED_STATES = [
  "sent",
  "failed",
  "expired",
  "parked",
  "retrying",
  "queued",
  "skipped",
] as const satisfies Delivery["state"][];

/** Numbers that look like chance and are the same each time. */
export function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Puts a verified claim's events where answers would have put them. Without a lease no worker changes them. */
export async function settle(submission: Submission, state: Delivery["state"], adPlatform = "meta") {
  await Delivery.update(
    {
      state,
      dueAt: null,
      leaseToken: null,
      receipt: adPlatform === "google" && state === "sent" ? "receipt" : null,
    },
    { where: { submissionId: submission.id, adPlatform } },
  );
  await inTransaction(async (transaction) => {
    const row = await Submission.findByPk(submission.id, { transaction, lock: true, rejectOnEmpty: true });
    await updateEventStatus(row, transaction);
  });
}

/** Moves an owner's days to another time zone, and counts the totals of its days anew. */
export async function moveZone({ workspace }: Form["owner"], timeZone: string): Promise<void> {
  await workspace.update({ timeZone, zoneChangedAt: new Date(Date.now() - 60_000) });
  await rebuildTotals(workspace, () => false);
}

/**
 * Submits claims of the last days, decides, settles, expires, withdraws and erases them at random, about so many
 * times, and changes spend and what amounts are converted by.
 * @returns how many changes of each kind
 */
export async function changeClaims(form: Form, planned: number, days = 20): Promise<Record<string, number>> {
  const random = chances(20_261_123);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const { id: workspaceId } = form.owner.workspace;
  const claims: Submission[] = [];
  const spend = Object.entries(createSpendChanges(form, random, { days }));
  const counts: Record<string, number> = {};
  let changes = 0;
  const count = (name: string, by: number) => {
    counts[name] = (counts[name] ?? 0) + by;
    changes += by;
  };
  const each = async (name: string, times: number, change: (claim: Submission) => Promise<unknown>) => {
    for (let index = 0; index < times; index++) {
      // Some are refused, such as a decision about a withdrawn claim.
      await change(pick(claims)).catch((error: unknown) => {
        if (!(error instanceof Conflict)) throw error;
      });
      count(name, 1);
    }
  };
  const submit = async () => {
    const made = Array.from({ length: 40 }, () => {
      const query = `?utm_source=${pick(["a", "b", "B"])}&utm_campaign=${pick(["x", "y"])}`;
      const now = new Date(Date.now() - random() * days * DAY);
      return submitForm(form, { now, pageUrl: `https://example.com/${query}` });
    });
    claims.push(...(await Promise.all(made)));
    count("claims", made.length);
  };
  const decideSelection = async (status: "handled" | "rejected" | "pending") => {
    const submissionIds = [...new Set(Array.from({ length: 60 }, () => pick(claims).id))];
    const expected = changedFrom(status);
    const decision = {
      input: { status },
      decider: { kind: "key", keyId: null } as const,
      access: null,
      expected,
      isInBackground: true,
    };
    await decideBatch(
      workspaceId,
      submissionIds.map((submissionId) => ({ submissionId, ...decision })),
    );
    count(status === "pending" ? "decisions taken back" : "decisions", submissionIds.length);
  };
  const decideInBackground = async ({ id: submissionId }: Submission) => {
    const amount = { amount: pick(["77", "12.5"]), currency: pick(["EUR", "USD"]) };
    const status = pick(["handled", "handled", "rejected", "pending"] as const);
    const input = { status, ...(status === "handled" ? amount : {}) };
    const decision = {
      submissionId,
      input,
      decider: { kind: "key", keyId: null } as const,
      access: null,
      isInBackground: true,
    };
    const [outcome] = await decideBatch(workspaceId, [decision]);
    if (outcome?.kind === "failed") throw outcome.error;
  };
  const chargeBackInBackground = async () => {
    const verified = await Submission.findAll({
      where: { workspaceId, status: "handled", verifiedAmount: { [Op.ne]: null } },
      attributes: ["id"],
      limit: 50,
    });
    if (verified.length === 0) return;
    const input = { status: "handled" as const, chargedBack: true };
    const submissionId = pick(verified).id;
    const decision = {
      submissionId,
      input,
      decider: { kind: "key", keyId: null } as const,
      access: null,
      isInBackground: true,
    };
    const [outcome] = await decideBatch(workspaceId, [decision]);
    if (outcome?.kind === "failed") throw outcome.error;
  };
  const settleSome = async () => {
    const settled = await Submission.findAll({ where: { workspaceId, status: "handled" }, limit: 200 });
    for (let index = 0; index < Math.min(8, settled.length); index++)
      await settle(pick(settled), pick(SETTLED_STATES), pick(["meta", "google"]));
    const failed = await Delivery.findOne({ where: { workspaceId, state: "failed" } });
    if (failed) await inTransaction((transaction) => reopenDelivery(failed, {}, transaction));
    const open = await Delivery.findAll({ where: { workspaceId, state: ["queued", "parked"] }, limit: 2 });
    await Delivery.update(
      { sendBefore: new Date(Date.now() - HOUR) },
      { where: { id: open.map(({ id }) => id) } },
    );
    await expireDeliveries();
    count("events", 10);
  };
  while (changes < planned) {
    await submit();
    await decideSelection("handled");
    await decideSelection("rejected");
    await decideSelection("pending");
    await each("decisions with an amount", 3, decideInBackground);
    await settleSome();
    await each("withdrawn claims", 2, ({ id: submissionId }) =>
      withdrawSubmission({ workspaceId, submissionId }),
    );
    await each("claims whose sharing has ended", 2, ({ id: submissionId }) =>
      endSharing({ workspaceId, submissionId }),
    );
    await each("erased claims", 1, ({ id: submissionId }) =>
      eraseClaim({ workspaceId, submissionId, access: null }),
    );
    await each("charged back", 2, chargeBackInBackground);
    for (const [name, change] of spend) {
      await change();
      count(name, 1);
    }
    if (random() < 0.1) {
      await moveZone(form.owner, pick(["UTC", "Pacific/Auckland", "America/St_Johns"]));
      count("time zones", 1);
    }
  }
  return counts;
}
