import { literal, type Model, type ModelStatic, type Transaction, type WhereOptions } from "sequelize";
import { databaseNow } from "#app/database/dialect.server.ts";
import { fromNow } from "#app/database/leases.server.ts";

/** What the row of a destination keeps of its health. */
type Health = { failureCount: number; pausedUntil: Date | null; lastError: string | null };
type Destination = ModelStatic<Model & Health>;

export type HealthLimits = {
  /** After so many failures in a row somebody is told. */
  toldAt: readonly number[];
  /** After so many, nothing is sent until it is known to work again. */
  pausedAt: number;
};
type HealthChange = { failures: number; isTold: boolean; isPaused: boolean };

/** Whether nothing may be sent now. What is due waits for the end. */
export const isResting = ({ pausedUntil }: Pick<Health, "pausedUntil">): boolean =>
  pausedUntil !== null && pausedUntil > new Date();

/** Counts a failure in a row, and says what follows from it by the limits. */
export async function addFailure(
  model: Destination,
  where: WhereOptions,
  { toldAt, pausedAt }: HealthLimits,
  transaction: Transaction,
): Promise<HealthChange> {
  await model.update({ failureCount: literal("failureCount + 1") }, { where, transaction });
  const current = await model.findOne({ where, attributes: ["failureCount"], transaction });
  const failures = current?.get("failureCount") ?? 0;
  return { failures, isTold: toldAt.includes(failures), isPaused: failures >= pausedAt };
}

/** Lets a destination rest. */
export async function letRest(
  model: Destination,
  where: WhereOptions,
  restMs: number,
  transaction: Transaction,
): Promise<void> {
  await model.update({ pausedUntil: fromNow(restMs) } as object, { where, transaction });
}

/** What a success sets. A rest that the other side asked for goes on: what succeeded was under way when it asked. */
export function toRecovered({ keepsRest }: { keepsRest: boolean }): object {
  const unlessResting = (column: string) =>
    keepsRest ? literal(`CASE WHEN pausedUntil > ${databaseNow()} THEN ${column} END`) : null;
  return {
    failureCount: 0,
    lastError: unlessResting("lastError"),
    pausedUntil: unlessResting("pausedUntil"),
  };
}
