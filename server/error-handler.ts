import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { refusals, sendErrorAnswer } from "./error-answers.ts";
import { findRequestContext } from "./request-context.ts";
import type { CompleteHeaders } from "./security-headers.ts";

/** The end of every request that threw. What it threw goes to the log and nowhere else. */
export function createErrorHandler(logger: Logger, completeHeaders: CompleteHeaders) {
  return (error: unknown, req: IncomingMessage, res: ServerResponse): void => {
    const context = findRequestContext(req);
    const requestId = context?.requestId;
    if (!context || res.headersSent || res.closed) {
      // Half an answer must not look like a whole one.
      logger.warn({ requestId, err: error }, "answer broken off");
      res.destroy();
      return;
    }
    const isClientsFault = isClientError(error);
    logger[isClientsFault ? "info" : "error"]({ requestId, err: error }, "request failed");
    for (const name of res.getHeaderNames()) res.removeHeader(name);
    completeHeaders(res, context);
    sendErrorAnswer(req, res, context.requestId, isClientsFault ? refusals.badRequest : refusals.internal);
  };
}

/** Express and its middlewares mark what a client did wrong with a status. */
function isClientError(error: unknown): boolean {
  if (!(error instanceof Error) || !("status" in error)) return false;
  return typeof error.status === "number" && error.status >= 400 && error.status < 500;
}
