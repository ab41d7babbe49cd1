import { once } from "node:events";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { type Deadline, receive } from "#app/lib/deadline.server.ts";
import { Malformed } from "#app/lib/errors.ts";
import type { StoredFile, StoreFile } from "#app/services/uploads/uploads.server.ts";
import { drain, TooLarge, UnsupportedType } from "./read-body.server.ts";
import { fileTooLarge, isMultipart, type UploadField } from "./read-upload.server.ts";

/** For the parts' headers and a few other fields. */
const OVERHEAD_BYTES = 16 * 1024;
const FIELDS_MAX = 20;

type Upload = {
  contentType: string | null;
  contentLength: string | null;
  body: ReadableStream<Uint8Array> | null;
  deadline?: Deadline;
};

type Receiving = UploadField & {
  filesMax: number;
  store: StoreFile;
  /** The fields, as they arrive: also what came of a body that is refused. */
  fields: URLSearchParams;
  /** Throws what refuses the files by the fields before them. Nothing is stored until then. */
  judge?: ((fields: URLSearchParams) => Promise<void>) | undefined;
};

/**
 * Stores the files of a multipart body while they arrive, so that none is in memory as a whole. The caller
 * checked who sends them. An empty file input sends no file; several files have the limit of one together.
 * @throws {UnsupportedType} 415 · {TooLarge} 413 · {Malformed} 400 `malformed_body`
 */
export async function receiveFiles(
  { contentType, contentLength, body, deadline }: Upload,
  { field, maxBytes, filesMax, store, fields, judge }: Receiving,
): Promise<StoredFile[]> {
  if (!isMultipart(contentType)) throw new UnsupportedType(["multipart/form-data"]);
  if (Number(contentLength ?? 0) > maxBytes + OVERHEAD_BYTES) throw fileTooLarge({ field, maxBytes });
  const parser = createParser(contentType ?? "", maxBytes);
  let judged: Promise<void> | undefined;
  let bytes = 0;
  async function* withinLimit(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw fileTooLarge({ field, maxBytes }, storing.length);
      yield chunk;
    }
  }
  const streams: BusboyFileStream[] = [];
  const storing: Promise<StoredFile>[] = [];
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => undefined);
  parser.on("field", (name, value, _isNameCut, isCut) => {
    if (isCut) fail(new TooLarge());
    fields.append(name, value);
  });
  parser.on("file", (name, stream, fileName = "") => {
    const isTooMany = name === field && storing.length === filesMax;
    if (isTooMany)
      fail(
        new TooLarge(`At most ${filesMax === 1 ? "one file" : `${filesMax} files`} at once, please.`, field),
      );
    if (name !== field || isTooMany) return void stream.resume();
    judged ??= judge?.(fields) ?? Promise.resolve();
    const stored = judged.then(() => store(fileName, withinLimit(stream)));
    stored.catch(fail);
    streams.push(stream);
    storing.push(stored);
  });
  parser.on("error", () => fail(malformed()));
  const work = () => Promise.race([feed(parser, body, failed).then(() => Promise.all(storing)), failed]);
  try {
    const files = await receive(work, deadline);
    return files.filter(({ bytes }) => bytes > 0);
  } catch (error) {
    for (const stream of streams) stream.destroy();
    // What is still being stored ends before the files are discarded.
    await Promise.allSettled(storing);
    // Nobody is there any more to read a response.
    throw isCutOff(error) ? malformed() : error;
  }
}

function createParser(contentType: string, fieldSize: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: { fields: FIELDS_MAX, fieldSize },
    });
  } catch {
    throw malformed();
  }
}

const isCutOff = (error: unknown) => (error as { code?: unknown } | null)?.code === "ECONNRESET";

const malformed = () => new Malformed("malformed_body", "The file could not be read. Please send it again.");

/** A body that is refused is read on and dropped: cutting it off would end the connection before the response. */
async function feed(
  parser: BusboyInstance,
  body: ReadableStream<Uint8Array> | null,
  failed: Promise<never>,
): Promise<void> {
  const finished = once(parser, "finish");
  finished.catch(() => undefined);
  const reader = body?.getReader();
  try {
    while (reader) {
      const { done, value } = await Promise.race([reader.read(), failed]);
      if (done) break;
      if (!parser.write(value)) await Promise.race([once(parser, "drain"), failed]);
    }
    parser.end();
    await Promise.race([finished, failed]);
  } finally {
    if (reader) drain(reader).catch(() => undefined);
  }
}
