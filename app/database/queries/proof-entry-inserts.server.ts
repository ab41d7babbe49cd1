import type { CreationAttributes, Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import type { ProofEntry } from "#app/models/proof-entry.server.ts";

const COLUMNS = ["submissionId", "number", "workspaceId", "record", "keyId", "signature", "salt"] as const;

export type NewProofEntry = CreationAttributes<ProofEntry>;

/** Inserts entries with one statement, because each submission has one. */
export async function insertProofEntries(rows: NewProofEntry[], transaction: Transaction): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row) => `(${COLUMNS.map((name) => escapeValue(row[name])).join(",")})`);
  await sequelize.query(
    `INSERT INTO proofEntries (${COLUMNS.map((name) => `\`${name}\``).join(",")}) VALUES ${values.join(",")}`,
    { transaction, raw: true },
  );
}
