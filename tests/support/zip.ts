import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

/** A ZIP of files by their names. */
export function createZip(files: Record<string, string | Uint8Array>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** The same ZIP, which says that each file in it unpacks to so many bytes. */
export function withDeclaredSizes(zip: Buffer, bytes: number): Buffer {
  const changed = Buffer.from(zip);
  const ENTRY = Buffer.from("PK\x01\x02", "latin1");
  for (let at = changed.indexOf(ENTRY); at !== -1; at = changed.indexOf(ENTRY, at + 1))
    changed.writeUInt32LE(bytes, at + 24);
  return changed;
}
