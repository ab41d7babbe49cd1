import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { copyUpload } from "#app/database/queries/upload-parts.server.ts";
import { newId } from "#app/lib/ids.ts";
import { SpendImport } from "#app/models/index.server.ts";
import { toFileName } from "#app/services/tables/file-name.ts";
import { assertRoomForFiles } from "#app/services/uploads/assert-room.server.ts";
import { uploadTables } from "#app/services/uploads/upload-tables.server.ts";
import type { StoredFile } from "#app/services/uploads/uploads.server.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";

type Uploads = { access: Access; files: StoredFile[] };
type Uploaded = { id: string; isNew: boolean };

/**
 * Makes spend imports of files of ad platforms, and of the files in a ZIP, all or none; a job reads them. The same
 * bytes are the import that is there, unless that failed: it is read again, and counts as the latest.
 * @throws {Invalid} at `file` for what is no table
 */
export async function uploadSpendFiles({
  access,
  files,
}: Uploads): Promise<{ uploaded: Uploaded[]; isZip: boolean }> {
  const { workspaceId } = access;
  return uploadTables({ workspaceId, files, create: (tables) => createAll({ access, files: tables }) });
}

function createAll({ access, files }: Uploads): Promise<Uploaded[]> {
  const { workspaceId, userId } = access;
  return inTransaction(async (transaction) => {
    await assertAccess(access, "spend:write", transaction);
    const uploaded: Uploaded[] = [];
    for (const file of files) {
      const { hash } = file;
      const where = { workspaceId, activeHash: hash };
      const earlier = await SpendImport.findOne({ where, attributes: ["id"], transaction });
      if (earlier) {
        await SpendImport.update(
          { state: "reading", uploadedAt: new Date(), dueAt: fromNow(0), leaseToken: null, attemptCount: 0 },
          { where: { id: earlier.id, workspaceId, state: "ready" }, transaction },
        );
        uploaded.push({ id: earlier.id, isNew: false });
        continue;
      }
      const id = newId();
      const spendImport = {
        id,
        workspaceId,
        userId,
        kind: "file" as const,
        name: toFileName(file.name, "spend"),
        adPlatform: "",
        accountId: "",
        isSpread: false,
        activeHash: hash,
        bytes: file.bytes,
        rowCount: 0,
        state: "reading" as const,
        attemptCount: 0,
        createdAt: new Date(),
      };
      await SpendImport.create(spendImport, { transaction });
      const to = { table: "spendImportParts", key: "importId", id } as const;
      await copyUpload({ workspaceId, uploadId: file.id, to }, transaction);
      uploaded.push({ id, isNew: true });
    }
    const created = uploaded.flatMap(({ id, isNew }) => (isNew ? [id] : []));
    if (created.length > 0) await assertRoomForFiles(workspaceId, transaction);
    await SpendImport.update({ dueAt: fromNow(0) }, { where: { id: created, workspaceId }, transaction });
    announceDue(SpendImport, transaction);
    return uploaded;
  });
}
