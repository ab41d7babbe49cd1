import type { Transaction } from "sequelize";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { log } from "#app/lib/log.server.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { BrokerShape } from "#app/models/index.server.ts";
import { notifyAdministrators } from "#app/services/notifications/notify.server.ts";
import type { UnclearAnswer } from "../broker-api.ts";

/** Logs an answer whose shape is not known, and tells the administrators once of each. */
export async function reportShape(
  kind: string,
  { call, shape }: UnclearAnswer,
  transaction: Transaction,
): Promise<void> {
  if (shape === null) return;
  log.warn({ broker: kind, call, shape }, "a broker answers in another shape");
  const id = sha256(`${kind} ${call} ${shape}`);
  const createdAt = new Date();
  if (await BrokerShape.findByPk(id, { attributes: ["id"], transaction })) return;
  await insertRows(BrokerShape, [{ id, kind, call, shape, createdAt } as BrokerShape], transaction, {
    skipsKnown: true,
  });
  await notifyAdministrators(
    {
      type: "brokerShapeChanged",
      payload: { kind, call, shape: shape.slice(0, 1000) },
      groupKey: `brokerShape:${id}`,
    },
    transaction,
  );
}
