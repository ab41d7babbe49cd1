import mysql from "mysql2/promise";
import { inTransaction } from "#app/database/connection.server.ts";
import { withQueryLimit } from "#app/database/query-limit.server.ts";
import { newId } from "#app/lib/ids.ts";
import { createDeliveries } from "#app/services/deliveries/create-deliveries.server.ts";
import { addSearchWords } from "#app/services/submissions/search-words.server.ts";
import { connectPlatform, createForm, type Form, submitForm } from "../tests/factories/index.ts";

type Row = Record<string, unknown>;

const UNPACED = ["meta", "tiktok", "snapchat"] as const;
const PER_STATEMENT = 250;

/**
 * A form whose verified events wait for three ad platforms without a pace. The product makes one, and the
 * others are copies of its rows.
 */
export async function createBacklog(databaseUrl: string, events: number): Promise<Form> {
  const form = await createForm();
  for (const id of UNPACED) await connectPlatform(form.owner, id);
  const model = await submitForm(form);
  await inTransaction(async (transaction) => {
    await model.update(
      { status: "handled", handledAt: new Date(), verifiedAmount: "250", verifiedCurrency: "EUR" },
      { transaction },
    );
    await createDeliveries([{ submission: model, verifiedAmount: "250", isInBackground: true }], transaction);
  });
  const database = await mysql.createConnection({ uri: databaseUrl, dateStrings: true });
  const read = async (table: string, where: string) => {
    const [rows] = await database.query(`SELECT * FROM ${table} WHERE ${where} = ?`, [model.id]);
    return rows as Row[];
  };
  const [[submission = {}], deliveries, [entry = {}]] = await Promise.all([
    read("submissions", "id"),
    read("deliveries", "submissionId"),
    read("proofEntries", "submissionId"),
  ]);
  const insert = async (table: string, rows: Row[]) => {
    const names = Object.keys(rows[0] ?? {});
    await database.query(`INSERT INTO ${table} (${names.map((name) => `\`${name}\``).join(", ")}) VALUES ?`, [
      rows.map((row) => names.map((name) => row[name])),
    ]);
  };
  const copies = Math.ceil(events / UNPACED.length) - 1;
  for (let made = 0; made < copies; made += PER_STATEMENT) {
    const ids = Array.from({ length: Math.min(PER_STATEMENT, copies - made) }, newId);
    await insert(
      "submissions",
      ids.map((id) => ({ ...submission, ...createUnique(submission, id) })),
    );
    await insert(
      "proofEntries",
      ids.map((id) => ({ ...entry, submissionId: id })),
    );
    const copied = ids.flatMap((submissionId) =>
      deliveries.map((row) => ({ ...row, submissionId, id: newId(), eventId: newId() })),
    );
    await insert("deliveries", copied);
  }
  await database.end();
  // A job would have written them long before the claims were verified.
  await withQueryLimit(60_000, () => addSearchWords());
  return form;
}

/** What no two submissions share. */
const createUnique = ({ uniqueEmail }: Row, id: string): Row => ({
  id,
  email: `visitor-${id}@example.com`,
  uniqueEmail: uniqueEmail === null ? null : `visitor-${id}@example.com`,
  submissionKey: id.replaceAll("-", "").padEnd(64, "0"),
});
