import type { InferAttributes, Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { newId } from "#app/lib/ids.ts";
import type { DeliveryAttempt } from "#app/models/delivery-attempt.server.ts";

const COLUMNS = [
  ...["deliveryId", "workspaceId", "adPlatform", "number", "at", "durationMs", "outcome", "httpStatus"],
  ...["platformCode", "message", "remedy", "traceId", "request", "response"],
] as (keyof NewAttempt)[];

export type NewAttempt = Omit<InferAttributes<DeliveryAttempt>, "id">;

/** Inserts attempts with one statement, because `bulkCreate` costs several times as much. */
export async function insertAttempts(rows: NewAttempt[], transaction: Transaction): Promise<void> {
  const values = rows.map(
    (row) => `(${escapeValue(newId())},${COLUMNS.map((name) => escapeValue(row[name] as string)).join(",")})`,
  );
  const names = ["id", ...COLUMNS].map((name) => `\`${name}\``).join(",");
  await sequelize.query(`INSERT INTO deliveryAttempts (${names}) VALUES ${values.join(",")}`, {
    transaction,
    raw: true,
  });
}
