import type { IncomingMessage, ServerResponse } from "node:http";

export type RequestContext = {
  requestId: string;
  clientAddress: string;
  /** The `Origin` as it arrived; the header itself is gone once the gate has judged it. */
  origin: string | null;
  nonce: string;
  /** On the clock of `performance.now()`. */
  startedAt: number;
};

/** Answers a request ahead of Express, or leaves it untouched: true when it took it. What it took it may still hand on. */
export type Lane = (
  req: IncomingMessage,
  res: ServerResponse,
  context: RequestContext,
  handOn: () => void,
) => boolean;

const CONTEXT = Symbol("request context");
type Carrier = IncomingMessage & { [CONTEXT]?: RequestContext };

export function setRequestContext(req: IncomingMessage, context: RequestContext): void {
  (req as Carrier)[CONTEXT] = context;
}

export function findRequestContext(req: IncomingMessage): RequestContext | undefined {
  return (req as Carrier)[CONTEXT];
}

/** @throws when the request did not come through the front door */
export function getRequestContext(req: IncomingMessage): RequestContext {
  const context = findRequestContext(req);
  if (!context) throw new Error("The request did not come through the front door.");
  return context;
}
