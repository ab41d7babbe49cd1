import { Op, type WhereOptions } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { Delivery } from "#app/models/index.server.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";

/** The shorter warning first: who is warned of 8 hours needs none of 24. */
const WARNINGS = [8, 24];
/** What follows within these hours is in the same warning. */
const TOGETHER_HOURS = 8;
const LIMIT = 1_000;

/** Reports parked deliveries 24 and 8 hours before their windows close, each once. */
export async function warnOfExpiry(now = new Date()): Promise<void> {
  for (const hours of WARNINGS) {
    const due = await Delivery.findAll({
      where: unwarned(hours, now, hours),
      attributes: ["workspaceId", "adPlatform"],
      group: ["workspaceId", "adPlatform"],
      limit: LIMIT,
    });
    for (const { workspaceId, adPlatform } of due) await warn({ workspaceId, adPlatform, hours, now });
  }
}

const unwarned = (hours: number, now: Date, withinHours: number): WhereOptions => ({
  state: "parked",
  receipt: null,
  sendBefore: { [Op.gt]: now, [Op.lte]: new Date(now.getTime() + withinHours * HOUR) },
  [Op.or]: [{ warnedHours: null }, { warnedHours: { [Op.gt]: hours } }],
});

type Warning = { workspaceId: string; adPlatform: string; hours: number; now: Date };

async function warn({ workspaceId, adPlatform, hours, now }: Warning): Promise<void> {
  const where = { workspaceId, adPlatform, ...unwarned(hours, now, hours + TOGETHER_HOURS) };
  await inTransaction(async (transaction) => {
    const first = await Delivery.findOne({ where, order: [["sendBefore", "ASC"]], lock: true, transaction });
    // Another process has just reported them.
    if (!first) return;
    const [count] = await Delivery.update({ warnedHours: hours }, { where, transaction });
    const payload = { adPlatform, count, firstAt: first.sendBefore.toISOString() };
    await recordEvents(
      [{ type: "deliveries.expiring", workspaceId, subjectId: first.id, payload }],
      transaction,
    );
  });
}
