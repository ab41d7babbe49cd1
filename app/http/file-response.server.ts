import type { LoaderFunctionArgs } from "@remix-run/node";
import type { LoadContext } from "./load-context.ts";

type Part = string | Uint8Array;

/** A file to be kept, part by part. */
export type Download = {
  name: string;
  /** Its media type. A text's names its charset. */
  type: string;
  parts: Iterable<Part> | AsyncIterable<Part>;
};

/** A call's file. Without a type it has the operation's. */
export class FileResponse {
  readonly file: Omit<Download, "type"> & Partial<Pick<Download, "type">>;

  constructor(file: FileResponse["file"]) {
    this.file = file;
  }
}

/** A short response that is no JSON. */
export class PlainResponse {
  readonly body: string | Buffer;
  /** Its media type. */
  readonly type: string;

  constructor(body: string | Buffer, type: string) {
    this.body = body;
    this.type = type;
  }
}

type Reader = Pick<LoadContext, "isDrained"> & { method: string };

/** The headers of a file, and its content, which is read as fast as the client does. */
export async function openFile({ name, type, parts }: Download, { method, isDrained }: Reader) {
  const headers = {
    // Compression would buffer the file while its client does not read.
    "Cache-Control": "no-store, no-transform",
    "Content-Disposition": `attachment; filename="${name}"`,
    "Content-Type": type,
    "X-Robots-Tag": "noindex",
  };
  if (method === "HEAD") return { headers, stream: null };
  const iterator = iterate(parts);
  // An error must occur at the first part, before the head with its status is sent.
  const first = await iterator.next();
  return { headers, stream: toStream(first, iterator, isDrained) };
}

/** A page's file. */
export async function sendFile(
  file: Download,
  { request: { method }, context: { isDrained } }: Pick<LoaderFunctionArgs, "request" | "context">,
): Promise<Response> {
  const { headers, stream } = await openFile(file, { method, isDrained });
  return new Response(stream, { headers });
}

async function* iterate(parts: Download["parts"]): AsyncGenerator<Part, void> {
  yield* parts;
}

function toStream(
  first: IteratorResult<Part, void>,
  parts: AsyncGenerator<Part, void>,
  isDrained: Reader["isDrained"],
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<Part, void>> | null = Promise.resolve(first);
  return new ReadableStream({
    async pull(controller) {
      if (!(await isDrained())) {
        await parts.return();
        throw new Error("The client has stopped reading a file.");
      }
      const { done, value } = await (next ?? parts.next());
      next = null;
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    async cancel() {
      await parts.return();
    },
  });
}
