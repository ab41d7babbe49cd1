import type { RequestHandler } from "express";
import onHeaders from "on-headers";
import { methodNotAllowed, sendErrorResponse } from "./error-responses.ts";
import { getRequestContext } from "./request-context.ts";

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/** Remix actions would treat PUT, PATCH and DELETE as a POST. */
const PAGE_METHODS = ["GET", "HEAD", "POST"];

/**
 * Remix would respond to other methods with a line of text, or pass them to an action. Its own 405, for a POST
 * to a route without an action, names no methods.
 */
export const methodGuard: RequestHandler = (req, res, next) => {
  const allowed = /^\/api(?:\/|$)/i.test(req.path) ? METHODS : PAGE_METHODS;
  if (allowed.includes(req.method)) {
    onHeaders(res, () => {
      if (res.statusCode === 405 && !res.hasHeader("Allow")) res.setHeader("Allow", "GET, HEAD");
    });
    return next();
  }
  sendErrorResponse(req, res, getRequestContext(req).requestId, methodNotAllowed(allowed));
};
