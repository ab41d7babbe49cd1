import type { Transaction } from "sequelize";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { ACCOUNT_KEY_MIN, toAccountKey } from "#app/lib/account-keys.ts";
import { personHashes } from "#app/lib/secrets.server.ts";
import { Evidence, KnownAccount, Submission } from "#app/models/index.server.ts";

type Claims = { workspaceId: string; submissionIds: string[] };

const LENGTH_MAX = 100;

/**
 * Keeps the account numbers of the evidence by which claims are verified, in the same transaction.
 * @param claims.jobId the job that has decided by a statement; null for a decision without one
 */
export async function teachAccounts(
  { workspaceId, submissionIds, jobId }: Claims & { jobId: string | null },
  transaction: Transaction,
): Promise<void> {
  if (submissionIds.length === 0) return;
  await forgetAccounts({ workspaceId, submissionIds }, transaction);
  const evidence = await Evidence.findAll({
    where: { workspaceId, jobId, decides: submissionIds },
    attributes: ["decides", "accounts", "fileName"],
    transaction,
  });
  const taught = new Map(
    evidence.flatMap((one) => (one.accounts === null ? [] : [[one.decides as string, one]])),
  );
  if (taught.size === 0) return;
  const claims = await findRows(Submission, {
    where: { workspaceId, id: [...taught.keys()], erasedAt: null },
    attributes: ["id", "platformId", "emailKey", "phone"],
    transaction,
  });
  const rows = claims.flatMap(({ id: submissionId, platformId, emailKey, phone }) => {
    const { accounts, fileName } = taught.get(submissionId) as Evidence;
    const byKey = new Map((JSON.parse(accounts ?? "[]") as string[]).map((one) => [toAccountKey(one), one]));
    return [...byKey].filter(isAccount).map(([accountKey, account]) => ({
      submissionId,
      accountKey,
      account,
      workspaceId,
      platformId,
      fileName: fileName ?? "",
      emailHash: personHashes(emailKey, workspaceId)[0] as string,
      phoneHash: personHashes(phone, workspaceId)[0] as string,
      createdAt: new Date(),
    }));
  });
  await insertRows(KnownAccount, rows, transaction);
}

const isAccount = ([key, account]: [string, string]) =>
  key.length >= ACCOUNT_KEY_MIN && account.length <= LENGTH_MAX;

/** Forgets what these claims have taught, because their decision is taken back or their person erased. */
export async function forgetAccounts(
  { workspaceId, submissionIds }: Claims,
  transaction: Transaction,
): Promise<void> {
  await KnownAccount.destroy({ where: { workspaceId, submissionId: submissionIds }, transaction });
}
