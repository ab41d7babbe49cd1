import { Op } from "sequelize";
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
export const markUnmarkedEvents = (): Promise<boolean> =>
  inTransaction(async (transaction) => {
    const events = await DomainEvent.findAll({
      where: {
        id: { [Op.gte]: firstIdAt(new Date(Date.now() - LOOK_BACK_MS)) },
        isMarked: false,
        type: getWantedTypes(NEW_CONSUMERS),
      },
      attributes: ["id", "type"],
      order: [["id", "ASC"]],
      limit: BATCH,
      lock: true,
      transaction,
    });
    const id = events.map((event) => event.id);
    await DomainEvent.update({ isMarked: true }, { where: { id }, transaction });
    const marks = events.flatMap((event) =>
      getConsumers(event.type as EventType)
        .filter((consumer) => NEW_CONSUMERS.some((one) => one === consumer))
        .map((consumer) => toMark(event.id, consumer)),
    );
    await insertRows(EventConsumption, marks, transaction);
    return events.length === BATCH;
  });
