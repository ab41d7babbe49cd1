import { Op, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { isPassing } from "#app/database/errors.server.ts";
import { claimDue, fromNow } from "#app/database/leases.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { Unavailable } from "#app/lib/errors.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { log } from "#app/lib/log.server.ts";
import { DomainEvent, EventConsumption } from "#app/models/index.server.ts";
import { consumeEvent, toRecordedEvent } from "./consume-event.server.ts";
import type { RecordedEvent } from "./event-types.ts";

export type Work = (transaction: Transaction) => Promise<void>;

/**
 * Reads what events of one workspace ask for, and returns what writes it: in the transaction that deletes their marks.
 * What changes after it was read has marks of its own.
 * @throws {TooEarly}
 */
export type ConsumeTogether = (workspaceId: string, events: RecordedEvent[]) => Promise<Work>;

/** The events wait until what they are about is ready for them. */
export class TooEarly extends Error {}

/** Another process has consumed some of the events: the transaction is taken back. */
class ConsumedElsewhere extends Error {}

const BATCH = 500;
const WAIT_MS = 2 * SECOND;

/**
 * Lets a consumer process the events that wait for it, those of a workspace together.
 * @returns whether more may wait
 */
export async function consumeTogether(consumer: string, consume: ConsumeTogether): Promise<boolean> {
  const marks = await EventConsumption.findAll({
    where: { consumer, state: "queued", dueAt: { [Op.lte]: fromNow(0) } },
    include: { model: DomainEvent, as: "event", required: true },
    order: [["dueAt", "ASC"]],
    limit: BATCH,
  });
  for (const some of groupBy(marks, ({ event }) => event?.workspaceId ?? "").values())
    await consumeGroup(consumer, consume, some);
  return marks.length === BATCH;
}

async function consumeGroup(consumer: string, consume: ConsumeTogether, marks: EventConsumption[]) {
  const events = marks.flatMap(({ event }) => (event ? [toRecordedEvent(event)] : []));
  const workspaceId = events[0]?.workspaceId ?? "";
  const id = marks.map((mark) => mark.id);
  try {
    const write = await consume(workspaceId, events);
    await inTransaction(async (transaction) => {
      const deleted = await EventConsumption.destroy({ where: { id }, transaction });
      if (deleted !== id.length) throw new ConsumedElsewhere();
      await write(transaction);
    });
  } catch (error) {
    if (error instanceof ConsumedElsewhere) return;
    if (error instanceof TooEarly) return postpone(id);
    if (isPassing(error) || error instanceof Unavailable) throw error;
    log.warn(
      { err: error, consumer, workspaceId },
      "domain events are consumed one by one: together they failed",
    );
    for (const lease of await claimDue(EventConsumption, { id, consumer, state: "queued" }))
      await consumeEvent(async (event, transaction) => {
        const write = await consume(workspaceId, [event]);
        await write(transaction);
      }, lease);
  }
}

async function postpone(id: string[]): Promise<void> {
  await inTransaction((transaction) =>
    EventConsumption.update({ dueAt: fromNow(WAIT_MS) } as object, { where: { id }, transaction }),
  );
}
