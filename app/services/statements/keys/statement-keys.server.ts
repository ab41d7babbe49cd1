import { Op, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { DAY, type Interval } from "#app/lib/dates.ts";
import { keyedHashes } from "#app/lib/secrets.server.ts";
import { type Statement, StatementKey, Submission } from "#app/models/index.server.ts";
import { deleteClickDeposits, saveClickDeposits } from "#app/services/broker-links/click-deposits.server.ts";
import { listClaimKeys, type RowFacts } from "../matching/row-keys.ts";
import type { ClaimFacts, StatementRow } from "../matching/types.ts";
import type { KeyFacts, RowKey } from "../thread/tasks.ts";
import { CLAIM_COLUMNS, toClaimFacts } from "./claim-facts.server.ts";

/** Of one workspace only: equal keys of two workspaces have different hashes. The first one is stored. */
const hashKey = (workspaceId: string, key: string): string[] =>
  keyedHashes("statement-key", `${workspaceId} ${key}`).map((hash) => hash.slice(0, 32));

const BATCH = 2_000;

type Owner = Pick<Statement, "id" | "workspaceId">;

export async function saveStatementKeys(
  { id: statementId, workspaceId }: Owner,
  keys: readonly RowKey[],
  transaction: Transaction,
): Promise<void> {
  const stored = keys.map(([key, rows]) => ({
    statementId,
    workspaceId,
    rows,
    keyHash: hashKey(workspaceId, key)[0] as string,
  }));
  await insertRows(StatementKey, stored, transaction);
  await saveClickDeposits({ id: statementId, workspaceId }, keys, transaction);
}

/** Deletes the keys of a statement in batches, and calls `keep` after each. */
export async function deleteKeys(
  { id: statementId, workspaceId }: Owner,
  keep: () => Promise<void>,
): Promise<void> {
  await inTransaction((transaction) => deleteClickDeposits({ id: statementId, workspaceId }, transaction));
  for (;;) {
    const found = await findRows(StatementKey, {
      where: { statementId, workspaceId },
      attributes: ["keyHash"],
      limit: BATCH,
    });
    if (found.length === 0) return;
    const keyHash = found.map((one) => one.keyHash);
    await inTransaction((transaction) =>
      StatementKey.destroy({ where: { statementId, workspaceId, keyHash }, transaction }),
    );
    await keep();
  }
}

/** Deletes the keys of the rows that have one of a claim's keys: what statements keep of its person. */
export async function deleteKeysOfClaim(claim: Submission, transaction: Transaction): Promise<void> {
  const { workspaceId } = claim;
  const [facts] = await toClaimFacts(claim, [claim]);
  const keyHash = facts ? listClaimKeys(facts).flatMap(([key]) => hashKey(workspaceId, key)) : [];
  const found = await StatementKey.findAll({ where: { workspaceId, keyHash }, raw: true, transaction });
  for (const { statementId, rows } of found) {
    const lines = (JSON.parse(rows) as StoredFacts[]).map(({ line }) => `%{"line":${line},%`);
    const where = { statementId, workspaceId, rows: { [Op.or]: lines.map((line) => ({ [Op.like]: line })) } };
    await StatementKey.destroy({ where, transaction });
  }
}

/** The statements that have a row with a key of one of these claims of a workspace. */
export async function findStatementsOf(
  workspaceId: string,
  claims: readonly ClaimFacts[],
): Promise<string[]> {
  const keyHash = claims.flatMap((claim) =>
    listClaimKeys(claim).flatMap(([key]) => hashKey(workspaceId, key)),
  );
  if (keyHash.length === 0) return [];
  const found = await findRows(StatementKey, {
    where: { workspaceId, keyHash: { [Op.in]: keyHash } },
    attributes: ["statementId"],
  });
  return [...new Set(found.map(({ statementId }) => statementId))];
}

/** What rows of a workspace's statements say under these keys, as JSON. */
export async function findRowsOfKeys(workspaceId: string, keys: readonly string[]): Promise<KeyFacts[]> {
  const byHash = new Map(keys.flatMap((key) => hashKey(workspaceId, key).map((hash) => [hash, key])));
  const found = await findRows(StatementKey, {
    where: { workspaceId, keyHash: { [Op.in]: [...byHash.keys()] } },
    attributes: ["statementId", "keyHash", "rows"],
  });
  return found.map(({ statementId: file, keyHash, rows }) => ({
    file,
    key: byHash.get(keyHash) ?? "",
    rows,
  }));
}

/** A claim that was confirmed so long before a file begins has no row in it. */
const BEFORE_MS = 7 * DAY;

/**
 * What is left of a statement whose file is deleted: the rows of claims' keys, and these claims.
 * @param onRead is called after each batch of claims
 */
export async function readKeptRows(
  { id: statementId, workspaceId, platformId }: Pick<Statement, "id" | "workspaceId" | "platformId">,
  period: Interval | null,
  onRead: () => Promise<void>,
): Promise<{ rows: StatementRow[]; claims: ClaimFacts[] }> {
  const kept = await readKeys(statementId);
  const rows = new Map<number, StatementRow>();
  const claims: ClaimFacts[] = [];
  for (let last = ""; ; ) {
    const found = await findRows(Submission, {
      where: {
        workspaceId,
        platformId,
        id: { [Op.gt]: last },
        withdrawnAt: null,
        erasedAt: null,
        ...(period ? { createdAt: { [Op.gte]: new Date(+period.from - BEFORE_MS) } } : {}),
      },
      attributes: CLAIM_COLUMNS,
      order: [["id", "ASC"]],
      limit: BATCH,
    });
    for (const claim of await toClaimFacts({ workspaceId, platformId }, found)) {
      const hits = listClaimKeys(claim).flatMap(([key, named]) => {
        const facts = hashKey(workspaceId, key).flatMap((hash) => kept.get(hash) ?? []);
        return facts.map((one) => ({ facts: JSON.parse(one) as StoredFacts[], named }));
      });
      if (hits.length > 0) claims.push(claim);
      for (const { facts, named } of hits)
        for (const one of facts)
          rows.set(one.line, { ...NOBODY, ...toFacts(one), ...rows.get(one.line), ...named });
    }
    await onRead();
    last = found.at(-1)?.id ?? last;
    if (found.length < BATCH) break;
  }
  return { rows: [...rows.values()].sort((a, b) => a.line - b.line), claims };
}

async function readKeys(statementId: string): Promise<Map<string, string>> {
  const kept = new Map<string, string>();
  for (let last = ""; ; ) {
    const found = await findRows(StatementKey, {
      where: { statementId, keyHash: { [Op.gt]: last } },
      attributes: ["keyHash", "rows"],
      order: [["keyHash", "ASC"]],
      limit: BATCH,
    });
    for (const { keyHash, rows } of found) kept.set(keyHash, rows);
    last = found.at(-1)?.keyHash ?? last;
    if (found.length < BATCH) return kept;
  }
}

type StoredFacts = Omit<RowFacts, "at"> & { at: { from: string; to: string } | null };

const toFacts = ({ at, ...facts }: StoredFacts): RowFacts => ({
  ...facts,
  at: at && { from: new Date(at.from), to: new Date(at.to) },
});

const NOBODY = {
  account: null,
  submissionId: null,
  clickId: null,
  subIds: [],
  email: null,
  emailMasked: null,
  emailSha256: null,
  emailMd5: null,
  phone: null,
  phoneEnding: null,
  name: null,
  userName: null,
  // What the broker pays is stored apart.
  commission: null,
  commissionCurrency: null,
};
