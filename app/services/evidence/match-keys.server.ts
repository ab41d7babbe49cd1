import type { Transaction } from "sequelize";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { keyedHashes } from "#app/lib/secrets.server.ts";
import { MatchingKey } from "#app/models/index.server.ts";

export type Broker = { workspaceId: string; platformId: string };
export type Subject = { id: string; subject: MatchingKey["subject"]; keys: readonly string[] };

/** Of one workspace only, as for the keys of statements. The first one is stored. */
const hashKey = (workspaceId: string, key: string): string[] =>
  keyedHashes("match-key", `${workspaceId} ${key}`).map((hash) => hash.slice(0, 32));

/** Stores the keys of new rows and claims, and of claims whose keys have changed. */
export async function saveMatchKeys(
  { workspaceId, platformId }: Broker,
  subjects: readonly Subject[],
  transaction: Transaction,
): Promise<void> {
  const subjectId = subjects.map(({ id }) => id);
  await MatchingKey.destroy({ where: { platformId, workspaceId, subjectId }, transaction });
  const rows = subjects.flatMap(({ id, subject, keys }) =>
    [...new Set(keys.map((key) => hashKey(workspaceId, key)[0] as string))].map((keyHash) => ({
      platformId,
      keyHash,
      subjectId: id,
      subject,
      workspaceId,
    })),
  );
  await insertRows(MatchingKey, rows, transaction);
}

export async function deleteMatchKeys(
  { workspaceId, subjectId }: { workspaceId: string; subjectId: string[] },
  transaction: Transaction,
): Promise<void> {
  if (subjectId.length > 0) await MatchingKey.destroy({ where: { workspaceId, subjectId }, transaction });
}

/** A key that more carry is the broker's own or the affiliate's: what shares it has nothing else in common. */
const CARRIERS_MAX = 500;

/** The rows and claims that carry one of the keys. */
export async function findCarriers(
  { workspaceId, platformId }: Broker,
  keys: readonly string[],
  { isLimited = true } = {},
): Promise<Pick<MatchingKey, "subjectId" | "subject">[]> {
  if (keys.length === 0) return [];
  const found = await findRows(MatchingKey, {
    where: { platformId, workspaceId, keyHash: keys.flatMap((key) => hashKey(workspaceId, key)) },
    attributes: ["keyHash", "subjectId", "subject"],
  });
  return [...groupBy(found, ({ keyHash }) => keyHash).values()].flatMap((some) =>
    isLimited && some.length > CARRIERS_MAX ? [] : some,
  );
}

/** The broker's rows that share a stored key with these claims. */
export async function findRowsOfClaims(workspaceId: string, claimIds: readonly string[]) {
  const keys = await findRows(MatchingKey, {
    where: { workspaceId, subjectId: [...claimIds] },
    attributes: ["platformId", "keyHash"],
  });
  const found = await Promise.all(
    [...groupBy(keys, ({ platformId }) => platformId)].map(([platformId, some]) =>
      findRows(MatchingKey, {
        where: { platformId, workspaceId, keyHash: some.map(({ keyHash }) => keyHash), subject: "row" },
        attributes: ["platformId", "subjectId"],
      }),
    ),
  );
  return found.flat();
}
