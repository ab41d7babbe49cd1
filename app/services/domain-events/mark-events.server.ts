import { Op, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { firstIdAt } from "#app/lib/ids.ts";
import { DomainEvent, EventConsumption } from "#app/models/index.server.ts";
import { type EventType, getConsumers, getWantedTypes, JOINT_CONSUMERS } from "./event-types.ts";
import { toMark } from "./record-events.server.ts";

const LOOK_BACK_MS = HOUR;
const BATCH = 500;
/** Servers of the version before know the other consumers, and write their marks. */
const NEW_CONSUMERS = JOINT_CONSUMERS;

/**
 * Marks the events of the last hour that servers of the version before have recorded: their `isMarked` is false. For
 * one version; then this, its job and the column go.
 * @returns whether there may be more
 */
export async function markUnmarkedEvents(): Promise<boolean> {
  // Without locks: it would wait for all that are being recorded.
  const found = await DomainEvent.findAll({
    where: {
      id: { [Op.gte]: firstIdAt(new Date(Date.now() - LOOK_BACK_MS)) },
      isMarked: false,
      type: getWantedTypes(NEW_CONSUMERS),
    },
    attributes: ["id"],
    order: [["id", "ASC"]],
    limit: BATCH,
  });
  const ids = found.map(({ id }) => id);
  if (ids.length > 0) await inTransaction((transaction) => markEvents(ids, transaction));
  return ids.length === BATCH;
}

async function markEvents(ids: string[], transaction: Transaction): Promise<void> {
  const where = { id: ids, isMarked: false };
  const events = await DomainEvent.findAll({ where, attributes: ["id", "type"], lock: true, transaction });
  await DomainEvent.update({ isMarked: true }, { where, transaction });
  const marks = events.flatMap(({ id, type }) =>
    getConsumers(type as EventType)
      .filter((consumer) => NEW_CONSUMERS.some((one) => one === consumer))
      .map((consumer) => toMark(id, consumer)),
  );
  await insertRows(EventConsumption, marks, transaction);
}
