import { Malformed } from "#app/lib/errors.ts";
import { TooLarge, UnsupportedType } from "./read-body.server.ts";

/** A file field of a call, and its maximum size. */
export type UploadField = { field: string; maxBytes: number };

/** For the parts' headers and a few other fields. */
const OVERHEAD_BYTES = 16 * 1024;

type UploadRequest = {
  contentType: string | null;
  /** The whole body, or null when it is larger than the limit. */
  body(maxBytes: number): Promise<Buffer | null>;
};

export const isMultipart = (contentType: string | null): boolean =>
  (contentType ?? "").split(";")[0]?.trim().toLowerCase() === "multipart/form-data";

/**
 * The file of a multipart body and its other fields. A text with the file's name is no upload. An empty file
 * input sends a file without bytes.
 * @throws {UnsupportedType} 415 · {TooLarge} 413 · {Malformed} 400 `malformed_body`
 */
export async function readUpload(
  { contentType, body }: UploadRequest,
  { field, maxBytes }: UploadField,
): Promise<{ file: Buffer; fileName: string; fields: URLSearchParams }> {
  if (!isMultipart(contentType)) throw new UnsupportedType(["multipart/form-data"]);
  const bytes = await body(maxBytes + OVERHEAD_BYTES);
  if (!bytes) throw fileTooLarge({ field, maxBytes });
  const form = await parse(bytes, contentType ?? "");
  const fields = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === "string") fields.append(name, value);
  const sent = form.get(field);
  if (sent === null || typeof sent === "string") return { file: Buffer.alloc(0), fileName: "", fields };
  if (sent.size > maxBytes) throw fileTooLarge({ field, maxBytes });
  return { file: Buffer.from(await sent.arrayBuffer()), fileName: sent.name, fields };
}

/** @param files how many there are, if more than one: they have the limit of one together */
export function fileTooLarge({ field, maxBytes }: UploadField, files = 1): TooLarge {
  const most = `at most ${Math.floor(maxBytes / 1024 / 1024)} MB`;
  return new TooLarge(
    files > 1
      ? `These files are too large. Together they may have ${most}.`
      : `That file is too large. It may have ${most}.`,
    field,
  );
}

async function parse(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } }).formData();
  } catch {
    throw new Malformed("malformed_body", "The file could not be read. Please send it again.");
  }
}
