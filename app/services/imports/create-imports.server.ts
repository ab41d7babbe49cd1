import type { CreationAttributes, Transaction, WhereOptions } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { copyUpload } from "#app/database/queries/upload-parts.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import type { Statement } from "#app/models/index.server.ts";
import type { StoredFile } from "#app/services/uploads/uploads.server.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import { assertRoomForFiles } from "./assert-room.server.ts";
import type { ImportKind } from "./import-kinds.server.ts";
import { uploadTables } from "./upload-tables.server.ts";

/** How long a file is kept. What was read of it is kept longer. */
export const FILE_KEPT_DAYS = 30;

export type Uploaded = { id: string; isNew: boolean };

type NewImports = {
  access: Access;
  files: StoredFile[];
  /** Where the same bytes are one import. */
  place?: { platformId?: string };
  assertAllowed?: (transaction: Transaction) => Promise<void>;
  /** What the kind stores of a file, besides what all do. */
  describe: (file: StoredFile) => object;
  /** What an import that is there becomes when its file is uploaded again. */
  repeat?: (id: string, transaction: Transaction) => Promise<unknown>;
};

/**
 * Makes imports of uploaded files, and of the files in a ZIP, all or none; a job reads them. The same bytes are the
 * import that is there.
 * @throws {Invalid} at `file` for what is no table
 */
export function createImports(
  kind: ImportKind,
  { files, ...imports }: NewImports,
): Promise<{ uploaded: Uploaded[]; isZip: boolean }> {
  const { workspaceId } = imports.access;
  return uploadTables({
    workspaceId,
    files,
    create: (tables) => createAll(kind, { files: tables, ...imports }),
  });
}

function createAll(
  { files: model, action }: ImportKind,
  { access, files, place = {}, assertAllowed, describe, repeat }: NewImports,
): Promise<Uploaded[]> {
  const { workspaceId, userId } = access;
  const imports = model as typeof Statement;
  return inTransaction(async (transaction) => {
    await assertAccess(access, action, transaction);
    await assertAllowed?.(transaction);
    const uploaded: Uploaded[] = [];
    for (const file of files) {
      const where: WhereOptions<Statement> = { ...place, workspaceId, activeHash: file.hash };
      const earlier = await imports.findOne({ where, attributes: ["id"], transaction });
      if (earlier) {
        await repeat?.(earlier.id, transaction);
        uploaded.push({ id: earlier.id, isNew: false });
        continue;
      }
      const now = new Date();
      const values = {
        ...place,
        ...describe(file),
        id: newId(),
        workspaceId,
        userId,
        activeHash: file.hash,
        bytes: file.bytes,
        sheets: "[]",
        answers: "{}",
        rowCount: 0,
        state: "reading",
        attemptCount: 0,
        createdAt: now,
        expiresAt: new Date(+now + FILE_KEPT_DAYS * DAY),
      };
      await imports.create(values as CreationAttributes<Statement>, { transaction });
      await copyUpload({ workspaceId, uploadId: file.id, importId: values.id }, transaction);
      uploaded.push({ id: values.id, isNew: true });
    }
    const created = uploaded.flatMap(({ id, isNew }) => (isNew ? [id] : []));
    if (created.length > 0) await assertRoomForFiles(workspaceId, transaction);
    await imports.update({ dueAt: fromNow(0) }, { where: { id: created, workspaceId }, transaction });
    announceDue(model, transaction);
    return uploaded;
  });
}
