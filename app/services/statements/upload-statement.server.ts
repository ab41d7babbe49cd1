import type { Transaction } from "sequelize";
import { Invalid } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { Platform } from "#app/models/index.server.ts";
import { createImports, type Uploaded } from "#app/services/imports/create-imports.server.ts";
import { STATEMENT_IMPORTS } from "#app/services/imports/import-kinds.server.ts";
import { toFileName } from "#app/services/tables/file-name.ts";
import { type StoredFile, withStoredFiles } from "#app/services/uploads/uploads.server.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";

type Upload = { access: Access; platformId: string; file: Buffer; fileName: string };
type Uploads = { access: Access; platformId: string; files: StoredFile[] };

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
  return createImports(STATEMENT_IMPORTS, {
    access,
    files,
    place: { platformId },
    assertAllowed: (transaction) => assertOwnBroker({ workspaceId, platformId }, transaction),
    describe: (file) => ({
      fileHash: file.hash,
      name: toFileName(file.name),
      version: 1,
    }),
  });
}
