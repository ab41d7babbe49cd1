import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { TABLE_LIMITS, UnreadableTable } from "../table.ts";

/** The bit of an entry's flags. */
const ENCRYPTED = 1;
const HAS_PASSWORD = "The file is encrypted. Save it without a password and upload it again.";
const DAMAGED = "The file is damaged. Download it again.";

/** More than a workbook ever has. */
const ENTRIES_MAX = 1_000;

export type Archive = {
  /** What each entry says that it unpacks to, by its name. */
  sizes: Map<string, number>;
  /** A stream of it fails once it unpacks to more than it says. */
  open(name: string): Promise<Readable>;
};

/** Whether a ZIP is a file of Excel or LibreOffice. */
export const isWorkbook = ({ sizes }: Archive): boolean =>
  sizes.has("xl/workbook.xml") || sizes.has("content.xml");

/**
 * Lists a ZIP, which a workbook is too. What it unpacks to is known before anything is unpacked; an entry
 * that unpacks to more is cut off there.
 * @throws {UnreadableTable} if it is damaged, encrypted or unpacks to too much
 */
export async function openArchive(file: Buffer): Promise<Archive> {
  const zip = await openZip(file).catch(rethrow);
  if (zip.entryCount > ENTRIES_MAX) throw new UnreadableTable("There are too many files in this ZIP.");
  const entries = await listEntries(zip).catch(rethrow);
  const unpacked = [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (unpacked > TABLE_LIMITS.unpackedBytes)
    throw new UnreadableTable("The file unpacks to more than 300 MB. Split it into shorter periods.");
  const open = (name: string) => {
    const entry = entries.get(name);
    if (!entry) throw new UnreadableTable(DAMAGED);
    return openEntry(zip, entry).catch(rethrow);
  };
  return {
    sizes: new Map([...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize])),
    open,
  };
}

/** @throws {UnreadableTable} for an entry that unpacks to more than it says: what opens it next may not stop there */
export async function assertSizes({ sizes, open }: Archive): Promise<void> {
  for (const name of sizes.keys()) await finished((await open(name)).resume()).catch(rethrow);
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
