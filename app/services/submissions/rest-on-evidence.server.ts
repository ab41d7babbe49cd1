import { Op, type Transaction } from "sequelize";
import { groupBy } from "#app/lib/group-by.ts";
import { BrokerRow, Evidence } from "#app/models/index.server.ts";

/** What a decision rests on, for its proof. */
export type DecidingEvidence = Pick<Evidence, "source" | "kind" | "receivedAt">;

/**
 * Has decisions that verify claims rest on what brokers have called back or answered of them, where that is
 * certain: one piece of each source. A statement decides by its own job.
 * @returns by claim, what its decision rests on
 */
export async function restOnEvidence(
  { workspaceId, submissionId }: { workspaceId: string; submissionId: string[] },
  transaction: Transaction,
): Promise<Map<string, DecidingEvidence[]>> {
  if (submissionId.length === 0) return new Map();
  const found = await Evidence.findAll({
    where: {
      workspaceId,
      submissionId,
      source: { [Op.ne]: "statement" },
      evidenceGroup: "certain",
      decides: null,
    },
    order: [
      ["receivedAt", "ASC"],
      ["id", "ASC"],
    ],
    transaction,
  });
  const firsts = [...groupBy(found, (one) => `${one.submissionId} ${one.source}`).values()].flatMap(
    ([first]) => first ?? [],
  );
  const accounts = await findAccountsOf(workspaceId, firsts, transaction);
  const decidedAt = new Date();
  for (const one of firsts)
    await one.update(
      { decides: one.submissionId, decidedAt, accounts: accounts.get(one.id) ?? null },
      { transaction },
    );
  return groupBy(firsts, (one) => one.submissionId ?? "");
}

/** The account numbers of its rows: a verified claim teaches them. */
async function findAccountsOf(
  workspaceId: string,
  evidence: readonly Evidence[],
  transaction: Transaction,
): Promise<Map<string, string>> {
  const rowIds = (one: Evidence) => JSON.parse(one.rowIds ?? "[]") as string[];
  const rows = await BrokerRow.findAll({
    where: { workspaceId, id: evidence.flatMap(rowIds) },
    attributes: ["id", "facts"],
    raw: true,
    transaction,
  });
  const named = new Map(
    rows.map(({ id, facts }) => [id, (JSON.parse(facts) as { account?: string }).account] as const),
  );
  return new Map(
    evidence.flatMap((one) => {
      const accounts = [...new Set(rowIds(one).flatMap((id) => named.get(id) ?? []))];
      return accounts.length > 0 ? [[one.id, JSON.stringify(accounts)] as const] : [];
    }),
  );
}
