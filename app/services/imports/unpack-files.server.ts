import { Invalid } from "#app/lib/errors.ts";
import { detectFormat } from "#app/services/tables/reading/file-format.ts";
import { listZipFiles } from "#app/services/tables/reading/zip-files.ts";
import { UnreadableTable } from "#app/services/tables/table.ts";
import { loadStoredFile, type StoredFile, type StoreFile } from "#app/services/uploads/uploads.server.ts";

type Unpack = { workspaceId: string; files: StoredFile[]; store: StoreFile };

/**
 * The uploaded tables: each file, or the files in a ZIP.
 * @throws {Invalid} at `file` for what is no table
 */
export async function unpackFiles({ workspaceId, files, store }: Unpack) {
  const tables: StoredFile[] = [];
  let isZip = false;
  for (const file of files) {
    const prefix = files.length > 1 ? `${file.name}: ` : "";
    const inside = await refuseAt(prefix, () => listInside(workspaceId, file));
    if (inside === null) {
      tables.push(file);
      continue;
    }
    isZip = true;
    for (const { name, open } of inside) {
      const one = await refuseAt(`${name}: `, async () => {
        const stored = await store(name, readFile(await open()));
        if ((await listInside(workspaceId, stored)) !== null)
          throw new UnreadableTable("This is a ZIP in a ZIP. Unpack it and upload the files in it.");
        return stored;
      });
      tables.push(one);
    }
  }
  return { tables, isZip };
}

/** The files in it; null for a table. */
async function listInside(workspaceId: string, { id, head }: StoredFile) {
  if (detectFormat(head) !== "zip") return null;
  return listZipFiles(await loadStoredFile(workspaceId, id));
}

async function* readFile(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (error) {
    throw new UnreadableTable("The file is damaged. Download it again.", { cause: error });
  }
}

async function refuseAt<T>(prefix: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableTable)
      throw new Invalid([{ field: "file", message: `${prefix}${error.message}` }]);
    throw error;
  }
}
