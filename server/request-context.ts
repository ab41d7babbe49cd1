import type { IncomingMessage, ServerResponse } from "node:http";

export type RequestContext = {
  requestId: string;
  clientAddress: string;
  /** The `Origin` as it was sent. The request gate checks the header and removes it. */
  origin: string | null;
  nonce: string;
  /** On the clock of `performance.now()`. */
  startedAt: number;
};

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
