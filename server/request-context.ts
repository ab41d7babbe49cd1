import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * A class for its getter: each object literal with a getter gets a hidden class of its own, which V8 keeps,
 * with all that the getter can reach, until the next full garbage collection.
 */
export class RequestContext {
  readonly requestId: string;
  readonly clientAddress: string;
  /** The `Origin` as it was sent. The request gate checks the header and removes it. */
  readonly origin: string | null;
  /** On the clock of `performance.now()`. */
  readonly startedAt = performance.now();
  #nonce: string | undefined;

  constructor(request: { requestId: string; clientAddress: string; origin: string | null }) {
    this.requestId = request.requestId;
    this.clientAddress = request.clientAddress;
    this.origin = request.origin;
  }

  /** Made on first use: random bytes cost more than the rest of the request gate. */
  get nonce(): string {
    this.#nonce ??= randomBytes(16).toString("base64");
    return this.#nonce;
  }
}

/**
 * Handles a request before Express. Returns false, with the request untouched, for those it does not handle;
 * after true it may still call `next`.
 */
export type FastLane = (
  req: IncomingMessage,
  res: ServerResponse,
  context: RequestContext,
  next: () => void,
) => boolean;

const CONTEXT = Symbol("request context");
type Carrier = IncomingMessage & { [CONTEXT]?: RequestContext };

export function setRequestContext(req: IncomingMessage, context: RequestContext): void {
  (req as Carrier)[CONTEXT] = context;
}

export function findRequestContext(req: IncomingMessage): RequestContext | undefined {
  return (req as Carrier)[CONTEXT];
}

/** @throws when the request did not pass the request gate */
export function getRequestContext(req: IncomingMessage): RequestContext {
  const context = findRequestContext(req);
  if (!context) throw new Error("The request did not pass the request gate.");
  return context;
}
