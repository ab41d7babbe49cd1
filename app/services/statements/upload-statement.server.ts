import type { Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { copyUpload } from "#app/database/queries/upload-parts.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { Invalid } from "#app/lib/errors.ts";
import { isId, newId } from "#app/lib/ids.ts";
import { STATEMENT_KEPT_DAYS } from "#app/lib/statements.ts";
import { Platform, Statement } from "#app/models/index.server.ts";
import { toFileName } from "#app/services/tables/file-name.ts";
import { assertRoomForFiles } from "#app/services/uploads/assert-room.server.ts";
import { uploadTables } from "#app/services/uploads/upload-tables.server.ts";
import { type StoredFile, withStoredFiles } from "#app/services/uploads/uploads.server.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";

type Upload = { access: Access; platformId: string; file: Buffer; fileName: string };
type Uploads = { access: Access; platformId: string; files: StoredFile[] };
type Uploaded = { id: string; isNew: boolean };

/** The same as `uploadStatements` for one file that is in memory. */
export function uploadStatement({ access, platformId, file, fileName }: Upload): Promise<Uploaded> {
  return withStoredFiles(access.workspaceId, async (store) => {
    const stored = await store(fileName, [file]);
    const { uploaded } = await uploadStatements({ access, platformId, files: [stored] });
    return uploaded[0] as Uploaded;
  });
}

/** Asked before a file is stored, and again with it. @throws {Invalid} at `platformId` for no broker of theirs */
export async function assertOwnBroker(
  { workspaceId, platformId }: { workspaceId: string; platformId: string },
  transaction: Transaction | null = null,
): Promise<void> {
  const where = { id: platformId, workspaceId };
  const platform = isId(platformId) && (await Platform.findOne({ where, attributes: ["id"], transaction }));
  if (!platform) throw new Invalid([{ field: "platformId", message: "Please choose a broker" }]);
}

/**
 * Makes statements of a broker's files, and of the files in a ZIP, all or none; a job reads them. The same bytes
 * for the same broker are the statement that is there.
 * @throws {Invalid} at `file` for what is no table, at `platformId` for another workspace's
 */
export async function uploadStatements({
  access,
  platformId,
  files,
}: Uploads): Promise<{ uploaded: Uploaded[]; isZip: boolean }> {
  const { workspaceId } = access;
  return uploadTables({
    workspaceId,
    files,
    create: (tables) => createAll({ access, platformId, files: tables }),
  });
}

function createAll({ access, platformId, files }: Uploads): Promise<Uploaded[]> {
  const { workspaceId } = access;
  return inTransaction(async (transaction) => {
    await assertAccess(access, "statements:write", transaction);
    await assertOwnBroker({ workspaceId, platformId }, transaction);
    const uploaded: Uploaded[] = [];
    for (const file of files) {
      const earlier = await Statement.findOne({
        where: { workspaceId, platformId, activeHash: file.hash },
        attributes: ["id"],
        transaction,
      });
      if (earlier) uploaded.push({ id: earlier.id, isNew: false });
      else {
        const statement = toStatement({ access, platformId, file });
        await Statement.create(statement, { transaction });
        await copyUpload(
          {
            workspaceId,
            uploadId: file.id,
            to: { table: "statementParts", key: "statementId", id: statement.id },
          },
          transaction,
        );
        uploaded.push({ id: statement.id, isNew: true });
      }
    }
    const created = uploaded.flatMap(({ id, isNew }) => (isNew ? [id] : []));
    if (created.length > 0) await assertRoomForFiles(workspaceId, transaction);
    await Statement.update({ dueAt: fromNow(0) }, { where: { id: created, workspaceId }, transaction });
    announceDue(Statement, transaction);
    return uploaded;
  });
}

function toStatement({ access, platformId, file }: Omit<Uploads, "files"> & { file: StoredFile }) {
  const { workspaceId, userId } = access;
  const now = new Date();
  return {
    id: newId(),
    workspaceId,
    platformId,
    userId,
    fileHash: file.hash,
    activeHash: file.hash,
    fileName: toFileName(file.name),
    bytes: file.bytes,
    version: 1,
    sheets: "[]",
    answers: "{}",
    rowCount: 0,
    state: "reading" as const,
    attemptCount: 0,
    dueAt: now,
    createdAt: now,
    expiresAt: new Date(+now + STATEMENT_KEPT_DAYS * DAY),
  };
}
