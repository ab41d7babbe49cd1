import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { httpErrors, sendErrorResponse } from "./error-responses.ts";
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
    const isClientsError = isClientError(error);
    logger[isClientsError ? "info" : "error"]({ requestId, err: error }, "request failed");
    for (const name of res.getHeaderNames()) res.removeHeader(name);
    setDefaultHeaders(res, context);
    sendErrorResponse(
      req,
      res,
      context.requestId,
      isClientsError ? httpErrors.badRequest : httpErrors.internal,
    );
  };
}

/** Express and its middleware set a status on client errors. */
function isClientError(error: unknown): boolean {
  if (!(error instanceof Error) || !("status" in error)) return false;
  return typeof error.status === "number" && error.status >= 400 && error.status < 500;
}
