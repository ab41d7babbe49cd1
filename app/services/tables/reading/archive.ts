import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { TABLE_LIMITS, UnreadableTable } from "../table.ts";

/** The bit of an entry's flags. */
const ENCRYPTED = 1;
const HAS_PASSWORD = "The file is encrypted. Save it without a password and upload it again.";
const DAMAGED = "The file is damaged. Download it again.";

export type Archive = {
  names: string[];
  /** @throws {UnreadableTable} if it unpacks to more than it says */
  read(name: string): Promise<Buffer>;
};

/**
 * Lists a workbook, which is a ZIP. What it unpacks to is known before anything is unpacked; an entry
 * that unpacks to more is cut off there.
 * @throws {UnreadableTable} if it is damaged, encrypted or unpacks to too much
 */
export async function openArchive(file: Buffer): Promise<Archive> {
  const zip = await openZip(file).catch(rethrow);
  const entries = await listEntries(zip).catch(rethrow);
  const unpacked = [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (unpacked > TABLE_LIMITS.unpackedBytes)
    throw new UnreadableTable("The file unpacks to more than 300 MB. Split it into shorter periods.");
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name);
      if (!entry) throw new UnreadableTable(DAMAGED);
      try {
        return await buffer(await openEntry(zip, entry));
      } catch (error) {
        return rethrow(error);
      }
    },
  };
}

const openZip = (file: Buffer) =>
  new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(file, { lazyEntries: true }, (error, zip) => (error ? reject(error) : resolve(zip)));
  });

const openEntry = (zip: ZipFile, entry: Entry) =>
  new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });

const listEntries = (zip: ZipFile) =>
  new Promise<Map<string, Entry>>((resolve, reject) => {
    const entries = new Map<string, Entry>();
    zip.on("entry", (entry: Entry) => {
      if (entry.generalPurposeBitFlag & ENCRYPTED) return reject(new UnreadableTable(HAS_PASSWORD));
      if (!entry.fileName.endsWith("/")) entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.on("end", () => resolve(entries));
    zip.on("error", reject);
    zip.readEntry();
  });

function rethrow(error: unknown): never {
  if (error instanceof UnreadableTable) throw error;
  throw new UnreadableTable(DAMAGED, { cause: error });
}
