import type { Attributes, Model, ModelStatic, Transaction } from "sequelize";
import { sequelize } from "./connection.server.ts";
import { escapeValue, onConflictIgnore } from "./dialect.server.ts";

/**
 * Inserts whole rows with one statement, because `bulkCreate` costs several times as much.
 * @param options.skipsKnown leaves out rows whose unique key is there; the table has an `id`
 */
export async function insertRows<M extends Model>(
  model: ModelStatic<M>,
  rows: Attributes<M>[],
  transaction: Transaction,
  { skipsKnown = false } = {},
): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.keys(model.getAttributes()) as (keyof Attributes<M>)[];
  const values = rows.map((row) => `(${names.map((name) => escapeValue(row[name])).join(",")})`);
  await sequelize.query(
    `INSERT INTO ${model.tableName} (${names.map((name) => `\`${String(name)}\``).join(",")}) VALUES ${values.join(",")}${skipsKnown ? ` ${onConflictIgnore}` : ""}`,
    { transaction, raw: true },
  );
}
