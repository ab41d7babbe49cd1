import type { CreationAttributes, Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import type { DomainEvent } from "#app/models/domain-event.server.ts";

const COLUMNS = ["id", "workspaceId", "type", "subjectId", "payload", "createdAt"] as const;

/**
 * Inserts domain events with one statement. `bulkCreate` costs twice as much, and each submission has one.
 */
export async function insertEvents(
  rows: CreationAttributes<DomainEvent>[],
  transaction: Transaction,
): Promise<void> {
  const values = rows.map((row) => `(${COLUMNS.map((name) => escapeValue(row[name])).join(",")})`);
  await sequelize.query(
    `INSERT INTO domainEvents (${COLUMNS.map((name) => `\`${name}\``).join(",")}) VALUES ${values.join(",")}`,
    { transaction, raw: true },
  );
}
