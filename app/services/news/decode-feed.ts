import { decodeBytes } from "#app/lib/decode-bytes.ts";

/**
 * Decodes a feed's text by its byte order mark, its response's charset or its XML declaration, otherwise as
 * UTF-8.
 * @throws {Error} a sentence: an unknown charset
 */
export function decodeFeed(body: Buffer, contentType: string | null): string {
  const charset =
    readByteOrderMark(body) ??
    /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? "")?.[1] ??
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/i.exec(body.subarray(0, 200).toString("latin1"))?.[1] ??
    "utf-8";
  try {
    return decodeBytes(body, charset);
  } catch (cause) {
    throw new Error(`Its charset is unknown: ${charset.slice(0, 40)}.`, { cause });
  }
}

function readByteOrderMark(body: Buffer): string | null {
  if (body[0] === 0xfe && body[1] === 0xff) return "utf-16be";
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? "utf-8" : null;
}
