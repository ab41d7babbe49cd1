import { Malformed } from "#app/lib/errors.ts";
import { TooLarge, UnsupportedType } from "./read-body.server.ts";

/** A file that a call takes, and up to how many bytes. */
export type UploadField = { field: string; maxBytes: number };

/** The parts' heads, and the few fields beside the file. */
const OVERHEAD_BYTES = 16 * 1024;

type UploadRequest = {
  contentType: string | null;
  /** The whole body, or null when it is larger than the limit. */
  body(maxBytes: number): Promise<Buffer | null>;
};

export const isMultipart = (contentType: string | null): boolean =>
  (contentType ?? "").split(";")[0]?.trim().toLowerCase() === "multipart/form-data";

/**
 * The file of a multipart body and its other fields. A file is one only when it was sent as one: a text of
 * the same name is no upload. An empty file input sends a file without bytes.
 * @throws {UnsupportedType} 415 · {TooLarge} 413 · {Malformed} 400 `malformed_body`
 */
export async function readUpload(
  { contentType, body }: UploadRequest,
  { field, maxBytes }: UploadField,
): Promise<{ file: Buffer; fields: URLSearchParams }> {
  if (!isMultipart(contentType)) throw new UnsupportedType(["multipart/form-data"]);
  const bytes = await body(maxBytes + OVERHEAD_BYTES);
  if (!bytes) throw new TooLarge();
  const form = await parse(bytes, contentType ?? "");
  const fields = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === "string") fields.append(name, value);
  const sent = form.get(field);
  if (sent === null || typeof sent === "string") return { file: Buffer.alloc(0), fields };
  if (sent.size > maxBytes) throw new TooLarge();
  return { file: Buffer.from(await sent.arrayBuffer()), fields };
}

async function parse(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } }).formData();
  } catch {
    throw new Malformed("malformed_body", "The file could not be read. Please send it again.");
  }
}
