import { UniqueConstraintError } from "sequelize";
import { type StoredFile, withStoredFiles } from "#app/services/uploads/uploads.server.ts";
import { unpackFiles } from "./unpack-files.server.ts";

type Upload<Made> = {
  workspaceId: string;
  files: StoredFile[];
  /** Makes something of all of them in one transaction, or finds what is there. */
  create: (tables: StoredFile[]) => Promise<Made>;
};

/**
 * Makes something of uploaded tables, and of those in a ZIP.
 * @throws {Invalid} at `file` for what is no table
 */
export function uploadTables<Made>({
  workspaceId,
  files,
  create,
}: Upload<Made>): Promise<{ uploaded: Made; isZip: boolean }> {
  return withStoredFiles(workspaceId, async (store) => {
    const { tables, isZip } = await unpackFiles({ workspaceId, files, store });
    const uploaded = await create(tables).catch((error: unknown) => {
      // Somebody uploaded one of them at the same moment: now it is found.
      if (error instanceof UniqueConstraintError) return create(tables);
      throw error;
    });
    return { uploaded, isZip };
  });
}
