import { DomainError, Invalid, Malformed } from "#app/lib/errors.ts";
import { BODY_MAX_BYTES, FIELDS_MAX } from "#app/schemas/shared/limits.ts";

/** The request of a call, made from Remix's or the fast lane's. */
export type ApiRequest = {
  method: string;
  /** Path and query, as sent. */
  url: URL;
  params: Record<string, string | undefined>;
  header(name: string): string | null;
  /** The whole body, or null when it is larger than the limit. */
  body(maxBytes: number): Promise<Buffer | null>;
  requestId: string;
  clientAddress: string;
  /** The `Origin` header, which the request gate has checked and removed. */
  origin: string | null;
  /** Whether the client has read what was written; see the load context. */
  isDrained(): Promise<boolean>;
};

export class TooLarge extends DomainError {
  constructor(sentence = "That's too large. Send it in smaller parts.") {
    super(413, "payload_too_large", sentence);
  }
}

export class UnsupportedType extends DomainError {
  constructor(accepted: string[]) {
    super(415, "unsupported_media_type", `Please send ${accepted.join(" or ")}.`);
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

export type BodyKind = "json" | "form";
const MEDIA_TYPES = { json: "application/json", form: "application/x-www-form-urlencoded" };

function kindOf(request: ApiRequest, accepts: BodyKind[]) {
  const type = (request.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const is = (kind: BodyKind) => type === MEDIA_TYPES[kind] && accepts.includes(kind);
  return { isJson: is("json"), isForm: is("form") };
}

/**
 * Discards the body of a call that reads none, if its type is allowed.
 * @throws {UnsupportedType} 415 · {TooLarge} 413
 */
export async function leaveBody(request: ApiRequest): Promise<void> {
  const { isJson } = kindOf(request, ["json"]);
  const bytes = await request.body(BODY_MAX_BYTES);
  if (!bytes) throw new TooLarge();
  if (bytes.length > 0 && !isJson) throw new UnsupportedType([MEDIA_TYPES.json]);
}

/**
 * Reads a JSON or form body into plain values, one per name.
 * @throws {UnsupportedType} 415 · {TooLarge} 413 · {Malformed} 400 `malformed_json` or `malformed_body`
 */
export async function readBody(request: ApiRequest, accepts: BodyKind[]): Promise<unknown> {
  const { isJson, isForm } = kindOf(request, accepts);
  if (!isJson && !isForm) throw new UnsupportedType(accepts.map((kind) => MEDIA_TYPES[kind]));
  const bytes = await request.body(BODY_MAX_BYTES);
  if (!bytes) throw new TooLarge();
  const text = decodeText(bytes, isJson);
  if (isForm) return Object.fromEntries(readFields(text));
  try {
    return JSON.parse(text);
  } catch {
    throw new Malformed("malformed_json", "The body is not valid JSON.");
  }
}

export function decodeText(bytes: Buffer, isJson: boolean): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw isJson
      ? new Malformed("malformed_json", "The body is not valid UTF-8.")
      : new Malformed("malformed_body", "The body is not valid UTF-8.");
  }
}

/**
 * The fields of a form body.
 * @throws {Malformed} for too many fields, NUL, and percent sequences that are not UTF-8, which would
 * become a replacement character
 */
export function readFields(text: string): URLSearchParams {
  // Checked first, because parsing so many fields would block other requests.
  if (hasManyFields(text))
    throw new Malformed("malformed_body", "This form has too many fields. Please open the page again.");
  const fields = new URLSearchParams(text);
  // SQLite's driver ends a statement at NUL.
  if (!isUtf8(text) || [...fields].flat().some((part) => part.includes("\0")))
    throw new Malformed("malformed_body", "The form could not be read. Please send it again.");
  return fields;
}

/**
 * The parameters of a query, the first of each name.
 * @throws {Invalid} at one whose percent sequences are not UTF-8
 */
export function readQuery(search: string): Record<string, string> {
  const broken = search
    .slice(1)
    .split("&")
    .find((parameter) => !isUtf8(parameter));
  if (broken !== undefined) {
    const [[field] = [""]] = new URLSearchParams(broken);
    throw new Invalid([{ field, message: "Please check this value" }]);
  }
  return Object.fromEntries([...new URLSearchParams(search)].reverse());
}

function isUtf8(encoded: string): boolean {
  try {
    decodeURIComponent(encoded.replace(/%(?![0-9a-f]{2})/gi, "%25"));
    return true;
  } catch {
    return false;
  }
}

function hasManyFields(text: string): boolean {
  let fields = 1;
  for (let at = text.indexOf("&"); at !== -1; at = text.indexOf("&", at + 1)) {
    fields += 1;
    if (fields > FIELDS_MAX) return true;
  }
  return false;
}

const DRAINED_MAX_BYTES = 3 * 1024 * 1024;

/** A web request's whole body, whatever its length claims, or null when it is larger than the limit. */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer | null> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    // The rest is read and dropped: cutting it off would break the connection before the response.
    if (size <= maxBytes) chunks.push(value);
    else if (size > DRAINED_MAX_BYTES) {
      // Cancelling would end the connection before the response.
      drain(reader).catch(() => undefined);
      return null;
    }
  }
  return size > maxBytes ? null : Buffer.concat(chunks);
}

/** Reads on beside the response, until the client ends it or the server's time limit does. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await reader.read()).done);
}
