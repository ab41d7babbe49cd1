import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { markDays } from "#app/database/queries/day-marks.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { SpendImport, SpendRow, User } from "#app/models/index.server.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";

const INCLUDE = [{ model: User, as: "addedBy", attributes: ["id", "name"] }];

type Key = { workspaceId: string; importId: string };

/** @throws {NotFound} also for another workspace's */
export async function getSpendImport({ workspaceId, importId }: Key): Promise<SpendImport> {
  const found = isId(importId)
    ? await retryRead(() => SpendImport.findOne({ where: { id: importId, workspaceId }, include: INCLUDE }))
    : null;
  if (!found) throw new NotFound("Spend");
  return found;
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
  return {
    imports: rows,
    pagination: { total: count, page, limit, pages: Math.max(1, Math.ceil(count / limit)) },
  };
}

/** Deletes a file or an amount by hand with its rows. */
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
    const where = { importId, workspaceId };
    const days = isId(importId)
      ? await SpendRow.findAll({ where, attributes: ["day"], group: ["day"], raw: true, transaction })
      : [];
    await SpendRow.destroy({ where, transaction });
    const count = isId(importId)
      ? await SpendImport.destroy({ where: { id: importId, workspaceId }, transaction })
      : 0;
    if (count === 0) throw new NotFound("Spend");
    await markDays(
      workspaceId,
      days.map(({ day }) => day),
      transaction,
    );
  });
}
