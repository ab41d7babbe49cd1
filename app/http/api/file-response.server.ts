import type { ApiRequest } from "#app/http/forms/read-body.server.ts";
import type { ApiResponse } from "./api-response.ts";

/** A response to be kept as a file, written part by part as its client reads it. */
export class FileResponse {
  readonly name: string;
  readonly parts: AsyncGenerator<string | Uint8Array>;
  /** Its media type, if it differs from the operation's. */
  readonly type: string | undefined;

  constructor(name: string, parts: AsyncGenerator<string | Uint8Array>, type?: string) {
    this.name = name;
    this.parts = parts;
    this.type = type;
  }
}

/** @param fileType the media type that the operation declares */
export async function toFileResponse(
  fileType: string | undefined,
  headers: Record<string, string>,
  { name, parts, type = fileType }: FileResponse,
  request: ApiRequest,
): Promise<ApiResponse> {
  const response = {
    status: 200,
    headers: {
      ...headers,
      // Compression would buffer the file while its client does not read.
      "Cache-Control": `${headers["Cache-Control"]}, no-transform`,
      "Content-Type": type ?? "application/octet-stream",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
    body: null,
  };
  if (request.method === "HEAD") return response;
  // An error must occur at the first part, before the head with its status is sent.
  const first = await parts.next();
  return { ...response, stream: streamOf(first, parts, request) };
}

function streamOf(
  first: IteratorResult<string | Uint8Array>,
  parts: AsyncGenerator<string | Uint8Array>,
  { isDrained }: ApiRequest,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<string | Uint8Array>> | null = Promise.resolve(first);
  return new ReadableStream({
    async pull(controller) {
      if (!(await isDrained())) {
        await parts.return(undefined);
        throw new Error("The client has stopped reading a file.");
      }
      const { done, value } = await (next ?? parts.next());
      next = null;
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
