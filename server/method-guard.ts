import type { RequestHandler } from "express";
import { methodNotAllowed, sendErrorAnswer } from "./error-answers.ts";
import { getRequestContext } from "./request-context.ts";

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/** Pages are read and posted to. Their actions would take PUT, PATCH and DELETE for a post. */
const PAGE_METHODS = ["GET", "HEAD", "POST"];

/** Remix answers other methods by itself with a line of text, or hands them to an action. */
export const methodGuard: RequestHandler = (req, res, next) => {
  const allowed = /^\/api(?:\/|$)/i.test(req.path) ? METHODS : PAGE_METHODS;
  if (allowed.includes(req.method)) return next();
  sendErrorAnswer(req, res, getRequestContext(req).requestId, methodNotAllowed(allowed));
};
