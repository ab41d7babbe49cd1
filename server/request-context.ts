import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { LoadContext } from "#app/http/load-context.ts";
import type { Deadline } from "#app/lib/deadline.server.ts";

/** Every response leaves within ten seconds, also where the database hangs and the machine is busy. */
const REQUEST_MAX_MS = 8_000;

/** How late a busy process is: a request that it sees now has waited about as long. */
const MEASURE_EVERY_MS = 100;
let eventLoopDelayMs = 0;
let measuredAt = performance.now();
setInterval(() => {
  const now = performance.now();
  eventLoopDelayMs = Math.max(0, now - measuredAt - MEASURE_EVERY_MS);
  measuredAt = now;
}, MEASURE_EVERY_MS).unref();

/**
 * A class, because V8 keeps a hidden class per object literal with a getter, and everything the getter can
 * reach, until the next full garbage collection.
 */
export class RequestContext {
  readonly requestId: string;
  readonly clientAddress: string;
  /** Whether a trusted proxy sends it: only then its headers about the visitor count. */
  readonly isFromTrustedProxy: boolean;
  /** The `Origin` header as sent. The request gate checks and removes it. */
  readonly origin: string | null;
  /** For a page's post of unknown origin: the response unless its form has the session's token. */
  refusedWithoutToken: LoadContext["refusedWithoutToken"] = null;
  /** What the request is counted as: the pattern of its path; null until its URL has to be matched. */
  route: string | null = "(refused)";
  /** In the time of `performance.now()`. */
  readonly startedAt = performance.now();
  /** Counts from the first byte. */
  readonly deadline: Deadline = { at: this.startedAt - eventLoopDelayMs + REQUEST_MAX_MS, pausedAt: null };
  #nonce: string | undefined;

  constructor(request: {
    requestId: string;
    clientAddress: string;
    isFromTrustedProxy: boolean;
    origin: string | null;
  }) {
    this.requestId = request.requestId;
    this.clientAddress = request.clientAddress;
    this.isFromTrustedProxy = request.isFromTrustedProxy;
    this.origin = request.origin;
  }

  /** Created on first use, because random bytes cost more than the rest of the request gate. */
  get nonce(): string {
    this.#nonce ??= randomBytes(16).toString("base64");
    return this.#nonce;
  }
}

/**
 * Handles a request before Express. Returns false and leaves the request unchanged if it does not handle it;
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
