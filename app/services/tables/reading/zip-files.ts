import type { Readable } from "node:stream";
import { TABLE_LIMITS, UnreadableTable } from "../table.ts";
import { isWorkbook, openArchive } from "./archive.ts";

/** How many files a ZIP may hold, and what they may unpack to together. */
const FILES_MAX = 20;
const UNPACKED_MAX_BYTES = 100 * 1024 * 1024;

type ZipFile = { name: string; open(): Promise<Readable> };

/**
 * The files in a ZIP, without those that an operating system adds. What they unpack to is known before any of
 * them is read.
 * @returns null for a workbook, which is one file
 * @throws {UnreadableTable} with a sentence that names the file
 */
export async function listZipFiles(zip: Buffer): Promise<ZipFile[] | null> {
  const archive = await openArchive(zip);
  if (isWorkbook(archive)) return null;
  const names = [...archive.sizes.keys()].filter(
    (name) => !/(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$)/.test(name),
  );
  if (names.length === 0) throw new UnreadableTable("There are no files in this ZIP.");
  if (names.length > FILES_MAX)
    throw new UnreadableTable(`There are more than ${FILES_MAX} files in this ZIP. Upload them in parts.`);
  let total = 0;
  for (const name of names) {
    const bytes = archive.sizes.get(name) ?? 0;
    total += bytes;
    if (bytes > TABLE_LIMITS.bytes)
      throw new UnreadableTable(`${baseName(name)} has more than 20 MB. Split it into shorter periods.`);
  }
  if (total > UNPACKED_MAX_BYTES)
    throw new UnreadableTable("The ZIP unpacks to more than 100 MB. Upload its files in parts.");
  return names.map((name) => ({ name: baseName(name), open: () => archive.open(name) }));
}

const baseName = (name: string): string => name.replace(/^.*\//, "");
