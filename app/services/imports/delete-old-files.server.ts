import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { emptyLogSoon } from "#app/database/erased-rows.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { Import, ImportPart } from "#app/models/index.server.ts";
import { FILE_KEPT_DAYS } from "./create-imports.server.ts";
import type { FileKinds } from "./import-kinds.server.ts";

/**
 * Deletes the file of an expired import, and of what was read of it what its kind does not keep. One that was never
 * read to its end goes with its file.
 * @returns whether there may be more
 */
export async function deleteOldFile(kinds: FileKinds): Promise<boolean> {
  const now = Date.now();
  // A server of the version before stores no end of an ad platform's file.
  const isEndless = { kind: "file", expiresAt: null, createdAt: { [Op.lte]: now - FILE_KEPT_DAYS * DAY } };
  const found = await Import.findOne({
    where: {
      fileDeletedAt: null,
      [Op.or]: [{ expiresAt: { [Op.lte]: now } }, isEndless],
      state: { [Op.ne]: "reading" },
    },
    attributes: ["id", "workspaceId", "kind", "state"],
    order: [["expiresAt", "ASC"]],
  });
  if (!found || found.kind === "manual") return false;
  const { id, workspaceId, state } = found;
  const { deleteUnread, deleteRead } = kinds[found.kind];
  const where = { id, workspaceId, state };
  await inTransaction(async (transaction) => {
    if (state !== "ready") {
      await deleteUnread?.({ id, workspaceId }, transaction);
      await Import.destroy({ where, transaction });
      return;
    }
    const deleted = { fileDeletedAt: new Date(), activeHash: null };
    const [count] = await Import.update(deleted, { where, transaction });
    if (count === 0) return;
    await ImportPart.destroy({ where: { importId: id }, transaction });
    await deleteRead({ id, workspaceId }, transaction);
  });
  emptyLogSoon();
  return true;
}
