import { isUtf8 } from "node:buffer";
import { UnreadableTable } from "../table.ts";

export type FileFormat = "text" | "html" | "zip";

/** How much of a file tells its format. */
export const HEAD_BYTES = 64 * 1024;

const startsWith = (head: Buffer, ...bytes: number[]) =>
  head.subarray(0, bytes.length).equals(Buffer.from(bytes));

const IMAGES = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x52, 0x49, 0x46, 0x46],
  [0x42, 0x4d],
];
/** The compound files of Office: a workbook before 2007, or an encrypted one. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];
const ENCRYPTED = Buffer.from("EncryptedPackage", "utf16le");

/**
 * Tells from the first 64 KiB how to read a file.
 * @throws {UnreadableTable} for what is no table
 */
export function detectFormat(head: Buffer): FileFormat {
  if (head.toString("latin1").trim() === "") throw new UnreadableTable("The file is empty.");
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) return "zip";
  if (startsWith(head, ...COMPOUND))
    throw new UnreadableTable(
      head.includes(ENCRYPTED)
        ? "The workbook is encrypted. Save it without a password and upload it again."
        : "This is a workbook in Excel's old format. Open it and save it as XLSX or CSV.",
    );
  if (startsWith(head, 0x25, 0x50, 0x44, 0x46))
    throw new UnreadableTable("This is a PDF. Download it as CSV or XLSX.");
  // A bitmap begins with two letters that a CSV may begin with too: it has NUL bytes after them.
  if (IMAGES.some((bytes) => startsWith(head, ...bytes)) && (countNuls(head) > 0 || !isUtf8(head)))
    throw new UnreadableTable("This is an image, not a table.");
  if (countNuls(head) > 0 && !isUtf16(head))
    throw new UnreadableTable("This file is no table. Upload CSV, TSV, TXT, XLSX or ODS.");
  return /^\s*(?:<!doctype|<html|<table|<\?xml|<meta|<style)/i.test(startOf(head)) ? "html" : "text";
}

/** NUL bytes, which no text in a single-byte encoding or UTF-8 has. */
const countNuls = (head: Buffer) => head.filter((byte) => byte === 0).length;

/** UTF-16 with a byte order mark, or with NUL in every other byte of mostly Latin text. */
export function isUtf16(head: Buffer): "utf-16le" | "utf-16be" | null {
  if (startsWith(head, 0xff, 0xfe)) return "utf-16le";
  if (startsWith(head, 0xfe, 0xff)) return "utf-16be";
  const pairs = Math.floor(head.length / 2);
  let [even, odd] = [0, 0];
  for (let index = 0; index < pairs * 2; index += 2) {
    if (head[index] === 0) even += 1;
    if (head[index + 1] === 0) odd += 1;
  }
  if (odd > pairs * 0.7 && even < pairs * 0.05) return "utf-16le";
  if (even > pairs * 0.7 && odd < pairs * 0.05) return "utf-16be";
  return null;
}

function startOf(head: Buffer): string {
  const start = head.subarray(0, 1024);
  const encoding = isUtf16(head);
  return new TextDecoder(encoding ?? "utf-8").decode(start.subarray(0, start.length - (start.length % 2)));
}
