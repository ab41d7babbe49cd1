import { UniqueConstraintError } from "sequelize";
import { unpackFiles } from "./unpack-files.server.ts";
import { discardFiles, type StoredFile } from "./uploads.server.ts";

type Upload<Made> = {
  workspaceId: string;
  files: StoredFile[];
  /** Makes something of all of them in one transaction, or finds what is there. */
  create: (tables: StoredFile[]) => Promise<Made>;
};

/**
 * Makes something of uploaded tables, and of those in a ZIP. The uploaded bytes are gone afterwards.
 * @throws {Invalid} at `file` for what is no table
 */
export async function uploadTables<Made>({
  workspaceId,
  files,
  create,
}: Upload<Made>): Promise<{ uploaded: Made; isZip: boolean }> {
  const stored = [...files];
  try {
    const onStored = (file: StoredFile) => stored.push(file);
    const { tables, isZip } = await unpackFiles({ workspaceId, files, onStored });
    const uploaded = await create(tables).catch((error: unknown) => {
      // Somebody uploaded one of them at the same moment: now it is found.
      if (error instanceof UniqueConstraintError) return create(tables);
      throw error;
    });
    return { uploaded, isZip };
  } finally {
    await discardFiles(
      workspaceId,
      stored.map(({ id }) => id),
    );
  }
}
