import type { Transaction } from "sequelize";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { newId } from "#app/lib/ids.ts";
import { type BrokerRow, PaidCommission } from "#app/models/index.server.ts";
import { hashClient, saveClientFacts } from "#app/services/client-facts/save-client-facts.server.ts";
import { type Growth, listFactsOfRow, readPaid } from "./facts-of-rows.ts";
import type { Broker } from "./match-keys.server.ts";
import type { BrokerFacts } from "./match-rows.ts";

type StoredRow = Pick<BrokerRow, "id" | "source" | "receivedAt"> & {
  facts: BrokerFacts;
  timeZone?: string | null;
  growth?: Growth | null;
};

/** Keeps what postbacks and answers say of clients, and what they say is paid, for as long as files' is kept. */
export async function saveFactsOfRows(
  broker: Broker,
  rows: readonly StoredRow[],
  transaction: Transaction,
): Promise<void> {
  const ofNoFile = { statementId: null, matchingId: null };
  const facts = rows.flatMap((row) => {
    const { id: brokerRowId, source, receivedAt } = row;
    return listFactsOfRow(row).map((fact) => ({ ...fact, ...ofNoFile, brokerRowId, source, receivedAt }));
  });
  await saveClientFacts(broker, facts, transaction);
  const paid = rows.flatMap((row) => {
    const said = readPaid(row);
    if (!said) return [];
    const { client, ...one } = said;
    return {
      ...one,
      ...broker,
      ...ofNoFile,
      id: newId(),
      source: row.source,
      brokerRowId: row.id,
      fileName: "",
      uploadedAt: row.receivedAt,
      line: 0,
      grain: "transaction" as const,
      lastDay: null,
      coversFrom: null,
      coversTo: null,
      clientHash: hashClient(broker, client),
      submissionIds: "[]",
      amount: null,
      fee: null,
      currency: null,
    };
  });
  await insertRows(PaidCommission, paid as PaidCommission[], transaction);
}
