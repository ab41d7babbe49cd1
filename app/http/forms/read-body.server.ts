import { type Deadline, receive } from "#app/lib/deadline.server.ts";
import { DomainError, Malformed } from "#app/lib/errors.ts";
import { BODY_MAX_BYTES } from "#app/schemas/shared/limits.ts";
import { parseFormFields } from "./url-encoded.server.ts";

/** The request of a call, made from Remix's or the fast lane's. */
export type ApiRequest = {
  method: string;
  /** Path and query. */
  url: URL;
  /** The query as it was sent, with its question mark. */
  search: string;
  params: Record<string, string | undefined>;
  header(name: string): string | null;
  /** The whole body, or null when it is larger than the limit. */
  body(maxBytes: number): Promise<Buffer | null>;
  /** The body as it arrives, of a call that stores a file. */
  stream?: ReadableStream<Uint8Array> | null;
  requestId: string;
  clientAddress: string;
  /** When the response must be on its way. */
  deadline: Deadline;
  /** The `Origin` header, which the request gate has checked and removed. */
  origin: string | null;
  /** Whether the client has read what was written; see the load context. */
  isDrained(): Promise<boolean>;
};

export class TooLarge extends DomainError {
  /** The field whose file it is. */
  readonly field: string | undefined;

  constructor(sentence = "That's too large. Send it in smaller parts.", field?: string) {
    super(413, "payload_too_large", sentence);
    this.field = field;
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

function detectKind(request: ApiRequest, accepts: BodyKind[]) {
  const type = (request.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const is = (kind: BodyKind) => type === MEDIA_TYPES[kind] && accepts.includes(kind);
  return { isJson: is("json"), isForm: is("form") };
}

/**
 * Discards the body of a call that reads none, if its type is allowed.
 * @throws {UnsupportedType} 415 · {TooLarge} 413
 */
export async function discardBody(request: ApiRequest): Promise<void> {
  const { isJson } = detectKind(request, ["json"]);
  const bytes = await receiveBody(request);
  if (!bytes) throw new TooLarge();
  if (bytes.length > 0 && !isJson) throw new UnsupportedType([MEDIA_TYPES.json]);
}

/**
 * Reads a JSON or form body into plain values, one per name.
 * @throws {UnsupportedType} 415 · {TooLarge} 413 · {Malformed} 400 `malformed_json` or `malformed_body`
 */
export async function readBody(request: ApiRequest, accepts: BodyKind[]): Promise<unknown> {
  const { isJson, isForm } = detectKind(request, accepts);
  if (!isJson && !isForm) throw new UnsupportedType(accepts.map((kind) => MEDIA_TYPES[kind]));
  const bytes = await receiveBody(request);
  if (!bytes) throw new TooLarge();
  const text = decodeText(bytes, isJson);
  if (isForm) return Object.fromEntries(parseFormFields(text));
  try {
    return JSON.parse(text);
  } catch {
    throw new Malformed("malformed_json", "The body is not valid JSON.");
  }
}

const receiveBody = (request: ApiRequest) => receive(() => request.body(BODY_MAX_BYTES), request.deadline);

export function decodeText(bytes: Buffer, isJson: boolean): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw isJson
      ? new Malformed("malformed_json", "The body is not valid UTF-8.")
      : new Malformed("malformed_body", "The body is not valid UTF-8.");
  }
}

const DRAINED_MAX_BYTES = 3 * 1024 * 1024;

/** A web request's whole body, whatever its length claims, or null when it is larger than the limit. */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer | null> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return null;
  return receive(() => readChunks(request, maxBytes));
}

async function readChunks(request: Request, maxBytes: number): Promise<Buffer | null> {
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
export async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await reader.read()).done);
}
