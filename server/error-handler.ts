import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { type HttpError, httpErrors, sendErrorResponse } from "./error-responses.ts";
import { findRequestContext } from "./request-context.ts";
import type { SetDefaultHeaders } from "./security-headers.ts";

/** Handles every error of a request. Only the log gets the error itself. */
export function createErrorHandler(logger: Logger, setDefaultHeaders: SetDefaultHeaders) {
  return (error: unknown, req: IncomingMessage, res: ServerResponse): void => {
    const context = findRequestContext(req);
    const requestId = context?.requestId;
    if (!context || res.headersSent || res.closed) {
      // A cut-off response must not look complete.
      logger.warn({ requestId, err: error }, "response aborted");
      res.destroy();
      return;
    }
    const { level, response } = responseTo(error);
    logger[level]({ requestId, err: error }, "request failed");
    for (const name of res.getHeaderNames()) res.removeHeader(name);
    setDefaultHeaders(res, context);
    sendErrorResponse(req, res, context.requestId, response);
  };
}

/** Express and its middleware set a status on client errors, the app on an unavailable database. */
function responseTo(error: unknown): { level: "info" | "warn" | "error"; response: HttpError } {
  const status = error instanceof Error && "status" in error ? Number(error.status) : 500;
  if (status >= 400 && status < 500) return { level: "info", response: httpErrors.badRequest };
  if (status === 503) return { level: "warn", response: httpErrors.unavailable };
  return { level: "error", response: httpErrors.internal };
}
