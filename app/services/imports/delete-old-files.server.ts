import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { emptyLogSoon } from "#app/database/erased-rows.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { getKeys } from "#app/lib/objects.ts";
import { Import, ImportPart } from "#app/models/index.server.ts";
import { FILE_KEPT_DAYS } from "./create-imports.server.ts";
import type { FileKinds } from "./import-kinds.server.ts";

/**
 * Deletes an expired file of each kind, and of what was read of it what its kind does not keep. One that was never
 * read to its end goes with its file. A file that cannot be deleted keeps no other kind's.
 * @returns whether there may be more
 */
export async function deleteOldFiles(kinds: FileKinds): Promise<boolean> {
  const results = await Promise.allSettled(getKeys(kinds).map((kind) => deleteOldFile(kind, kinds)));
  const failed = results.find((result) => result.status === "rejected");
  const mayBeMore = results.some((result) => result.status === "fulfilled" && result.value);
  if (failed && !mayBeMore) throw failed.reason;
  return mayBeMore;
}

async function deleteOldFile(kind: keyof FileKinds, kinds: FileKinds): Promise<boolean> {
  const now = Date.now();
  // A server of the version before stores no end of an ad platform's file.
  const isEndless = { expiresAt: null, createdAt: { [Op.lte]: now - FILE_KEPT_DAYS * DAY } };
  const found = await Import.findOne({
    where: {
      kind,
      fileDeletedAt: null,
      [Op.or]: [{ expiresAt: { [Op.lte]: now } }, isEndless],
      state: { [Op.ne]: "reading" },
    },
    attributes: ["id", "workspaceId", "state"],
    order: [["expiresAt", "ASC"]],
  });
  if (!found) return false;
  const { id, workspaceId, state } = found;
  const { deleteUnread, deleteRead } = kinds[kind];
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
