import { type Model, type ModelStatic, Op, type Transaction, type WhereOptions } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { Connection, Delivery, Submission } from "#app/models/index.server.ts";
import type { NewEvent } from "#app/services/domain-events/event-types.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";

/** The shorter warning first: a delivery warned at 8 hours needs no warning of 24. */
export const EXPIRY_WARNING_HOURS = [8, 24];
/** Deliveries that expire within this time of each other share a warning. */
const TOGETHER_HOURS = 8;
const LIMIT = 1_000;

type DueGroup = { workspaceId: string; adPlatform?: string };
type DueCount = { count: number; first: { id: string; sendBefore: Date }; hours: number };
/** Rows with `sendBefore` and `warnedHours`, and the event that warns of them. */
type Subject = {
  model: ModelStatic<Model>;
  open: WhereOptions;
  toEvent: (due: DueGroup, found: DueCount) => NewEvent;
};

const deliveries: Subject = {
  model: Delivery,
  open: { state: "parked", receipt: null },
  toEvent: ({ workspaceId, adPlatform = "" }, { count, first }) => ({
    type: "deliveries.expiring",
    workspaceId,
    subjectId: first.id,
    payload: { adPlatform, count, firstAt: first.sendBefore.toISOString() },
  }),
};

const claims: Subject = {
  model: Submission,
  open: { status: "pending" },
  toEvent: ({ workspaceId }, { count, first, hours }) => ({
    type: "claims.expiring",
    workspaceId,
    subjectId: first.id,
    payload: { hours, count, firstAt: first.sendBefore.toISOString() },
  }),
};

/**
 * Reports parked deliveries and pending claims 24 and 8 hours before their windows close, each once. Those of
 * both warnings that are due together share one.
 */
export async function warnOfExpiry(now = new Date()): Promise<void> {
  const parked = new Map<string, DueGroup>();
  for (const hours of EXPIRY_WARNING_HOURS)
    for (const { workspaceId, adPlatform } of await Delivery.findAll({
      where: { [Op.and]: [deliveries.open, unwarned(hours, now, hours)] },
      attributes: ["workspaceId", "adPlatform"],
      group: ["workspaceId", "adPlatform"],
      limit: LIMIT,
    }))
      parked.set(`${workspaceId} ${adPlatform}`, { workspaceId, adPlatform });
  for (const due of parked.values()) await warn(deliveries, due, now);
  // A claim has a window only with a connection, and the index starts with the workspace.
  const connected = await Connection.findAll({ attributes: ["workspaceId"], group: ["workspaceId"] });
  for (const { workspaceId } of connected) await warn(claims, { workspaceId }, now);
}

const unwarned = (hours: number, now: Date, withinHours: number): WhereOptions => ({
  sendBefore: { [Op.gt]: now, [Op.lte]: new Date(now.getTime() + withinHours * HOUR) },
  [Op.or]: [{ warnedHours: null }, { warnedHours: { [Op.gt]: hours } }],
});

async function warn({ model, open, toEvent }: Subject, due: DueGroup, now: Date): Promise<void> {
  const isDue = async (hours: number) => {
    const where = { ...due, [Op.and]: [open, unwarned(hours, now, hours)] };
    return (await model.findOne({ where, attributes: ["id"] })) !== null;
  };
  const warnings: number[] = [];
  for (const hours of EXPIRY_WARNING_HOURS) if (await isDue(hours)) warnings.push(hours);
  if (warnings.length === 0) return;
  await inTransaction(async (transaction: Transaction) => {
    const found: DueCount[] = [];
    for (const hours of warnings) {
      const where = { ...due, [Op.and]: [open, unwarned(hours, now, hours + TOGETHER_HOURS)] };
      const first = await model.findOne({ where, order: [["sendBefore", "ASC"]], lock: true, transaction });
      // Another process, or the shorter warning, has just reported them.
      if (!first) continue;
      const [count] = await model.update({ warnedHours: hours }, { where, transaction });
      found.push({ count, hours, first: first.get() as DueCount["first"] });
    }
    // The shorter warning has the first to expire, the longer one the widest window.
    const [soonest, longest] = [found[0], found.at(-1)];
    if (!soonest || !longest) return;
    const count = found.reduce((sum, one) => sum + one.count, 0);
    await recordEvents([toEvent(due, { count, first: soonest.first, hours: longest.hours })], transaction);
  });
}
