import type { Transaction } from "sequelize";
import { insertRows } from "#app/database/insert-rows.server.ts";
import type { EvidenceSource } from "#app/lib/evidence.ts";
import { newId } from "#app/lib/ids.ts";
import { keyedHash } from "#app/lib/secrets.server.ts";
import { ClaimClient, ClientFact } from "#app/models/index.server.ts";
import type { ListedFact } from "./read-facts.ts";

type Broker = { workspaceId: string; platformId: string };

/** @param client as `nameClient` names it */
export const hashClient = ({ platformId }: Pick<Broker, "platformId">, client: string): string =>
  keyedHash("client", `${platformId} ${client}`);

export type NewFact = ListedFact & {
  source: EvidenceSource;
  statementId: string | null;
  matchingId: string | null;
  brokerRowId: string | null;
  receivedAt: Date;
};

/** Stores what a source says of clients. */
export async function saveClientFacts(
  { workspaceId, platformId }: Broker,
  facts: readonly NewFact[],
  transaction: Transaction,
): Promise<void> {
  const rows = facts.map(({ client, at, submissionIds, ...fact }) => ({
    ...fact,
    id: newId(),
    workspaceId,
    platformId,
    atFrom: at.from,
    atTo: at.to,
    clientHash: hashClient({ platformId }, client),
    submissionIds: JSON.stringify(submissionIds),
  }));
  await insertRows(ClientFact, rows as ClientFact[], transaction);
  const claimed = facts.flatMap(({ submissionIds }, index) =>
    submissionIds.map((submissionId) => ({ submissionId, clientHash: rows[index]?.clientHash ?? "" })),
  );
  await saveClaimClients(workspaceId, claimed, transaction);
}

/** Notes in whose rows claims were found. */
export async function saveClaimClients(
  workspaceId: string,
  claimed: readonly Pick<ClaimClient, "submissionId" | "clientHash">[],
  transaction: Transaction,
): Promise<void> {
  const unique = new Map(claimed.map((one) => [`${one.submissionId} ${one.clientHash}`, one]));
  const rows = [...unique.values()].map((one) => ({ ...one, id: newId(), workspaceId }));
  await insertRows(ClaimClient, rows as ClaimClient[], transaction, { skipsKnown: true });
}
