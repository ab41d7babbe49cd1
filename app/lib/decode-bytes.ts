import iconv from "iconv-lite";

/**
 * Decodes bytes as browsers do.
 * @throws {RangeError} for an unknown charset
 */
export function decodeBytes(bytes: Buffer, charset: string): string {
  const decoder = new TextDecoder(charset);
  // Node.js 20 loses the euro sign, dashes and quotation marks of this one.
  return decoder.encoding === "windows-1252" ? iconv.decode(bytes, "windows-1252") : decoder.decode(bytes);
}
