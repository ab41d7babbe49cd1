import Decimal from "decimal.js-light";
import { col, fn, literal, Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { exactSum } from "#app/database/dialect.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { isId } from "#app/lib/ids.ts";
import type { LeftOut } from "#app/lib/spend-files.ts";
import { AdObject, SpendImport, SpendReport, SpendRow, User } from "#app/models/index.server.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import { deleteSpend } from "./delete-spend.server.ts";

const INCLUDE = [{ model: User, as: "addedBy", attributes: ["id", "name"] }];

/** A sum of all that a workspace spends has more digits than the default. */
const Sum = Decimal.clone({ precision: 40 });

type Key = { workspaceId: string; importId: string };

/** @throws {NotFound} also for another workspace's */
export async function getSpendImport({ workspaceId, importId }: Key): Promise<SpendImport> {
  const found = isId(importId)
    ? await retryRead(() => SpendImport.findOne({ where: { id: importId, workspaceId }, include: INCLUDE }))
    : null;
  if (!found) throw new NotFound("Spend");
  await addCounted(workspaceId, [found]);
  return found;
}

/** How many of the campaigns that do not count are named. */
const NAMED_MAX = 10;

/** Adds to each what of it counts, and what does not. */
async function addCounted(workspaceId: string, imports: readonly SpendImport[]): Promise<void> {
  const where = { workspaceId, importId: imports.map(({ id }) => id) };
  const rows = await retryRead(() =>
    SpendRow.findAll({
      where,
      group: ["importId", "currency"],
      raw: true,
      attributes: ["importId", "currency", [literal(exactSum("amount")), "amount"]],
      order: ["currency"],
    }),
  );
  const sums = groupBy(rows, ({ importId }) => importId);
  for (const one of imports)
    one.counted = (sums.get(one.id) ?? []).map(({ amount, currency }) => ({ amount, currency }));
  const left = groupBy(await listLeftOut(where), ({ importId }) => importId);
  const refs = [...left.values()].flatMap((own) => own.flatMap(({ campaignRef }) => campaignRef ?? []));
  const campaigns = await retryRead(() =>
    AdObject.findAll({
      where: { workspaceId, id: [...new Set(refs)] },
      attributes: ["id", "name"],
      raw: true,
    }),
  );
  const names = new Map(campaigns.map(({ id, name }) => [id, name]));
  for (const one of imports)
    one.leftOut = [...groupBy(left.get(one.id) ?? [], ({ leftReason }) => leftReason)].map(
      ([reason, own]) => ({
        reason,
        rows: own.reduce((sum, { rows: count }) => sum + count, 0),
        sums: [...groupBy(own, ({ currency }) => currency)].map(([currency, parts]) => ({
          amount: parts.reduce((sum, { amount }) => sum.plus(amount), new Sum(0)).toFixed(),
          currency,
        })),
        campaigns: [...new Set(own.flatMap(({ campaignRef }) => names.get(campaignRef ?? "") ?? []))].slice(
          0,
          NAMED_MAX,
        ),
      }),
    );
}

type LeftPart = Pick<SpendReport, "importId" | "campaignRef" | "currency"> & {
  leftReason: LeftOut["reason"];
  amount: string;
  rows: number;
};

/** What of some imports does not count, by reason, campaign and currency. */
async function listLeftOut(where: { workspaceId: string; importId: string[] }): Promise<LeftPart[]> {
  const group = ["importId", "leftReason", "campaignRef", "currency"];
  const found = await retryRead(() =>
    SpendReport.findAll({
      where: { ...where, leftReason: { [Op.ne]: null } },
      attributes: [...group, [literal(exactSum("leftAmount")), "amount"], [fn("COUNT", col("id")), "rows"]],
      order: group,
      group,
      raw: true,
    }),
  );
  return (found as unknown as LeftPart[]).map((part) => ({ ...part, rows: Number(part.rows) }));
}

type Page = { workspaceId: string; page: number; limit: number };

/** The files and amounts by hand, the newest first. */
export async function listSpendImports({ workspaceId, page, limit }: Page) {
  const { rows, count } = await retryRead(() =>
    SpendImport.findAndCountAll({
      where: { workspaceId },
      include: INCLUDE,
      order: [
        ["createdAt", "DESC"],
        ["id", "DESC"],
      ],
      offset: (page - 1) * limit,
      limit,
    }),
  );
  await addCounted(workspaceId, rows);
  return {
    imports: rows,
    pagination: { total: count, page, limit, pages: Math.max(1, Math.ceil(count / limit)) },
  };
}

/** Deletes a file or an amount by hand with its rows; what it had replaced counts again. */
export async function deleteSpendImport({
  access,
  importId,
}: {
  access: Access;
  importId: string;
}): Promise<void> {
  const { workspaceId } = access;
  await inTransaction(async (transaction) => {
    await assertAccess(access, "spend:write", transaction);
    if (!isId(importId)) throw new NotFound("Spend");
    await deleteSpend({ workspaceId, importId }, transaction);
    const count = await SpendImport.destroy({ where: { id: importId, workspaceId }, transaction });
    if (count === 0) throw new NotFound("Spend");
  });
}
