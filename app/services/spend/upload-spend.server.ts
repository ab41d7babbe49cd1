import { fromNow } from "#app/database/leases.server.ts";
import { SpendImport } from "#app/models/index.server.ts";
import { createImports, type Uploaded } from "#app/services/imports/create-imports.server.ts";
import { SPEND_IMPORTS } from "#app/services/imports/import-kinds.server.ts";
import { toFileName } from "#app/services/tables/file-name.ts";
import type { StoredFile } from "#app/services/uploads/uploads.server.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";

/**
 * Makes spend imports of files of ad platforms, and of the files in a ZIP, all or none; a job reads them. The same
 * bytes are the import that is there, unless that failed: it is read again, and counts as the latest.
 * @throws {Invalid} at `file` for what is no table
 */
export async function uploadSpendFiles({
  access,
  files,
}: {
  access: Access;
  files: StoredFile[];
}): Promise<{ uploaded: Uploaded[]; isZip: boolean }> {
  const { workspaceId } = access;
  return createImports(SPEND_IMPORTS, {
    access,
    files,
    describe: (file) => ({
      kind: "file",
      name: toFileName(file.name, "spend"),
      adPlatform: "",
      accountId: "",
      isSpread: false,
    }),
    repeat: (id, transaction) =>
      SpendImport.update(
        { state: "reading", uploadedAt: new Date(), dueAt: fromNow(0), leaseToken: null, attemptCount: 0 },
        { where: { id, workspaceId, state: "ready" }, transaction },
      ),
  });
}
