import { literal } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { exactSum } from "#app/database/dialect.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { isId } from "#app/lib/ids.ts";
import { SpendImport, SpendRow, User } from "#app/models/index.server.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import { deleteSpend } from "./delete-spend.server.ts";

const INCLUDE = [{ model: User, as: "addedBy", attributes: ["id", "name"] }];

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

/** Adds to each what of it still counts. */
async function addCounted(workspaceId: string, imports: readonly SpendImport[]): Promise<void> {
  const where = { workspaceId, importId: imports.map(({ id }) => id) };
  const rows = await retryRead(() =>
    SpendRow.findAll({
      ...{ where, group: ["importId", "currency"], raw: true },
      attributes: ["importId", "currency", [literal(exactSum("amount")), "amount"]],
      order: ["currency"],
    }),
  );
  const sums = groupBy(rows, ({ importId }) => importId);
  for (const one of imports)
    one.counted = (sums.get(one.id) ?? []).map(({ amount, currency }) => ({ amount, currency }));
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
