import type { IncomingMessage } from "node:http";
import getRawBody from "raw-body";
import type { ApiRequest } from "#app/http/forms/read-body.server.ts";
import type { Deadline } from "#app/lib/deadline.server.ts";
import type { RequestContext } from "./request-context.ts";
import { getSearch } from "./request-target.ts";

/** The request of a call of the fast lane. A class for the reason named at `RequestContext`. */
export class FastRequest implements ApiRequest {
  readonly params: Record<string, string>;
  readonly requestId: string;
  readonly clientAddress: string;
  readonly origin: string | null;
  readonly deadline: Deadline;
  readonly #req: IncomingMessage;
  readonly #publicUrl: string;

  constructor(
    params: Record<string, string>,
    req: IncomingMessage,
    context: RequestContext,
    publicUrl: string,
  ) {
    this.params = params;
    this.requestId = context.requestId;
    this.clientAddress = context.clientAddress;
    this.origin = context.origin;
    this.deadline = context.deadline;
    this.#req = req;
    this.#publicUrl = publicUrl;
  }

  get method(): string {
    return this.#req.method ?? "POST";
  }

  /** Most calls have no query, and parsing a URL takes longer than the rest. */
  get url(): URL {
    return new URL(this.#req.url ?? "/", this.#publicUrl);
  }

  get search(): string {
    return getSearch(this.#req.url ?? "/");
  }

  /** An arrow function, because callers pass it on without the request. */
  readonly header = (name: string): string | null => {
    const value = this.#req.headers[name];
    return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
  };

  body(maxBytes: number): Promise<Buffer | null> {
    return readNodeBody(this.#req, maxBytes);
  }

  /** Its responses are written at once. */
  async isDrained(): Promise<boolean> {
    return true;
  }
}

/**
 * Null for a body over the limit. The rest is drained, because the client would not see the response
 * otherwise.
 */
async function readNodeBody(req: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  try {
    return await getRawBody(req, { limit: maxBytes, length: req.headers["content-length"] });
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    req.resume();
    return null;
  }
}

const isTooLarge = (error: unknown) =>
  error instanceof Error && "type" in error && error.type === "entity.too.large";
